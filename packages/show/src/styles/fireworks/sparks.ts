/** All sparks of all shells as one cloud of points: their places are a function of time, worked out on the graphics card. */
import { BufferAttribute, BufferGeometry, Points } from 'three';
import { cosTurns, sinTurns } from '../../engine/curves.ts';
import { between, randomFrom } from '../../engine/random.ts';
import type { Random } from '../../engine/random.ts';
import { overlayMaterial } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { spelled } from './digits.ts';
import type { Shell } from './simulate.ts';

const PETALS = 96;
/** Each petal draws a tail of this many points behind it. */
const TAIL = 4;
const FLOWER = PETALS * TAIL;
const MOST_LETTERS = 150;

/** aStart: where and when it opens. aMove: way, and 0 for letters, 1 and more along a petal's tail. aTint: colour, chance. */
const VERTEX = /* glsl */ `
attribute vec3 aStart;
attribute vec3 aMove;
attribute vec4 aTint;
uniform float uTime;
uniform float uHalf;
uniform float uSize;
uniform float uPixels;
uniform float uMirror;
uniform float uHold;
uniform float uLetter;
varying vec4 vTint;
void main() {
  bool petal = aMove.z > 0.5;
  float lag = max(aMove.z - 1.0, 0.0);
  float age = uTime - aStart.z - lag * 0.075 * (1.0 + 0.8 * min(max(uTime - aStart.z, 0.0), 1.5));
  float q = min(age / 0.55, 1.0);
  float letterWay = 1.0 - (1.0 - q) * (1.0 - q) * (1.0 - q);
  float petalWay = 1.22 * (1.0 - 1.0 / (1.0 + 3.4 * age));
  float fall = petal ? 0.075 * age * age : 0.05 * max(age - 1.25, 0.0) * max(age - 1.25, 0.0);
  vec2 place = vec2(aStart.x * uHalf, aStart.y) + aMove.xy * uSize * (petal ? petalWay : letterWay);
  place.y -= fall * uSize * (0.7 + 0.6 * aTint.w) * (1.0 - uHold);
  float born = smoothstep(0.0, 0.22, age);
  float gone = petal ? smoothstep(1.0 + 0.9 * aTint.w, 0.5, age) : max(smoothstep(1.75 + 0.5 * aTint.w, 1.3, age), uHold);
  float glitter = 0.8 + 0.2 * sin(uTime * (14.0 + 10.0 * aTint.w) + aTint.w * 60.0);
  float light = age < 0.0 ? 0.0 : born * gone * (petal ? (0.5 + 0.5 * glitter) * (1.0 - 0.22 * lag) : 0.93 + 0.07 * glitter);
  vTint = vec4(mix(vec3(1.0, 0.93, 0.8), aTint.rgb, smoothstep(0.0, petal ? 0.3 : 0.7, age)), light);
  if (uMirror < 0.0) {
    float depth = place.y;
    place.x += 0.035 * sin(depth * 46.0 + uTime * 2.0 + place.x * 9.0) * (0.4 + 0.3 * depth);
    place.y = -0.72 * depth;
    vTint.a *= 0.3 / (1.0 + 0.6 * depth);
  }
  gl_Position = light <= 0.001 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
  gl_PointSize = uPixels * uSize * (petal ? (0.055 + 0.022 * aTint.w) * (1.0 - 0.16 * lag) : uLetter) * (uMirror < 0.0 ? 1.35 : 1.0);
}
`;

const FRAGMENT = /* glsl */ `
varying vec4 vTint;
void main() {
  float r = length(gl_PointCoord - 0.5) * 2.0;
  float core = exp(-r * r * 16.0);
  float halo = max(1.0 - r, 0.0);
  gl_FragColor = vec4((vTint.rgb * (core * 0.85 + halo * halo * 0.42) + vec3(0.75) * core * core) * vTint.a, 1.0);
}
`;

export interface Sparks {
  /** Mirrored in the water first. */
  meshes: Points[];
  uniforms: Uniforms;
  /** Spells another number in a shell. */
  spell(shell: number, number: number): void;
  /** Moves a shell's opening; used by the ones that come to the front. */
  move(shell: number, x: number, y: number): void;
}

export interface SparkOptions {
  shells: readonly Pick<Shell, 'x' | 'y' | 'opensAt'>[];
  numbers: readonly number[];
  tints: readonly (readonly [number, number, number])[];
  seedHex: string;
  /** Without the reflection in the water. */
  front?: boolean;
}

export function makeSparks({ shells, numbers, tints, seedHex, front = false }: SparkOptions): Sparks {
  const each = FLOWER + MOST_LETTERS;
  const start = new Float32Array(shells.length * each * 3);
  const moves = new Float32Array(shells.length * each * 3);
  const tint = new Float32Array(shells.length * each * 4);
  const random = randomFrom(seedHex, front ? 'front sparks' : 'sparks');
  const geometry = new BufferGeometry();
  const startAttribute = new BufferAttribute(start, 3);
  const moveAttribute = new BufferAttribute(moves, 3);
  geometry.setAttribute('position', startAttribute);
  geometry.setAttribute('aStart', startAttribute);
  geometry.setAttribute('aMove', moveAttribute);
  geometry.setAttribute('aTint', new BufferAttribute(tint, 4));

  function spell(shell: number, number: number): void {
    const places = number > 0 ? spelled(number, 0.082) : [];
    const wide = 0.8 * String(number).length;
    const scale = front ? Math.min(0.56, 0.92 / wide) : Math.min(0.3, 0.8 / wide);
    const opensAt = shells[shell]?.opensAt ?? 0;
    for (let index = 0; index < MOST_LETTERS; index += 1) {
      const o = shell * each + FLOWER + index;
      const place = places[Math.floor((index * places.length) / MOST_LETTERS)];
      const shown = places.length > MOST_LETTERS || index < places.length;
      const [x = 0, y = 0] = (places.length > MOST_LETTERS ? place : places[index]) ?? [];
      moves.set([x * scale, y * scale, 0], 3 * o);
      // Letters that a short number does not need never open.
      start[3 * o + 2] = shown ? opensAt : 1e6;
    }
    startAttribute.needsUpdate = true;
    moveAttribute.needsUpdate = true;
  }

  function move(shell: number, x: number, y: number): void {
    for (let index = 0; index < each; index += 1) {
      start[3 * (shell * each + index)] = x;
      start[3 * (shell * each + index) + 1] = y;
    }
    startAttribute.needsUpdate = true;
  }

  for (const [index, shell] of shells.entries()) {
    const color = tints[index % tints.length] ?? [1, 1, 1];
    for (let spark = 0; spark < each; spark += 1) {
      start.set([shell.x, shell.y, shell.opensAt], 3 * (index * each + spark));
      tint.set([...color, random()], 4 * (index * each + spark));
    }
    for (let one = 0; one < PETALS; one += 1) {
      const way = petal(one, random);
      const chance = random();
      for (let lag = 0; lag < TAIL; lag += 1) {
        const o = index * each + one * TAIL + lag;
        moves.set([...way, 1 + lag], 3 * o);
        tint[4 * o + 3] = chance;
      }
    }
    spell(index, numbers[index] ?? 0);
  }
  const uniforms: Uniforms = {
    uTime: { value: 0 },
    uHalf: { value: 1 },
    uSize: { value: 1 },
    uPixels: { value: 300 },
    uHold: { value: front ? 1 : 0 },
    uLetter: { value: front ? 0.12 : 0.06 },
  };
  const points = (mirror: number): Points => {
    const mesh = new Points(
      geometry,
      overlayMaterial(VERTEX, FRAGMENT, { uniforms: { ...uniforms, uMirror: { value: mirror } } }),
    );
    mesh.frustumCulled = false;
    mesh.renderOrder = front ? 40 : 10 + mirror;
    return mesh;
  };
  return { meshes: front ? [points(1)] : [points(-1), points(1)], uniforms, spell, move };
}

/** On a sphere, seen from the front, a little uneven. */
function petal(index: number, random: Random): [number, number] {
  // Not towards the audience: the number in the middle stays free.
  const z = 0.8 - (1.6 * (index + 0.5)) / PETALS;
  const flat = Math.sqrt(1 - z * z);
  const turn = index * 0.618033988749895;
  const reach = between(random, 0.5, 0.66);
  return [reach * flat * cosTurns(turn), reach * flat * sinTurns(turn)];
}
