/** The slot machine around the reels: lacquered cabinet, brass, bulbs and a lever. Tile units, the pay line at y = 0. */
import {
  AdditiveBlending,
  ConeGeometry,
  CylinderGeometry,
  Group,
  PlaneGeometry,
  ShaderMaterial,
  SphereGeometry,
} from 'three';
import type { BufferGeometry, Material, Mesh } from 'three';
import { cosTurns, sinTurns } from '../../engine/curves.ts';
import { SCREEN } from '../../engine/shader-parts.ts';
import { instances, roundBox, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import { studioMaterial } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { TILE } from './tiles.ts';

export const PITCH = TILE.width + 0.1;
export const WINDOW = 1.42;

export interface Cabinet {
  group: Group;
  /** @param power 0..1 of all bulbs; @param pulled 0..1 of the lever */
  update(ambient: number, power: number, pulled: number): void;
  width: number;
}

export function cabinet(light: Uniforms, reels: number): Cabinet {
  const group = new Group();
  const inner = reels * PITCH + 0.08;
  const column = 0.46;
  const width = inner + 2 * column;
  const add = (shape: BufferGeometry, material: Material, x: number, y: number, z: number): Mesh => {
    const mesh = solid(shape, material);
    mesh.position.set(x, y, z);
    group.add(mesh);
    return mesh;
  };
  const lacquer = studioMaterial(light, { color: '#6d0f14', gloss: 1, rough: 0.1 });
  const deep = studioMaterial(light, { color: '#3d090c', gloss: 0.9, rough: 0.16 });
  const brass = studioMaterial(light, { color: '#d9a24a', metal: 1, gloss: 1, rough: 0.1 });
  const night = studioMaterial(light, { color: '#0d0605', gloss: 0.1 });

  add(roundBox(inner + 0.8, 3.4, 0.2, 0.06), night, 0, 0, -1.2);
  for (const side of [-1, 1]) {
    add(roundBox(column, 2 * WINDOW + 0.5, 1.3, 0.14), lacquer, side * (inner / 2 + column / 2), 0, -0.2);
    add(roundBox(0.06, 2 * WINDOW, 0.1, 0.03), brass, side * (inner / 2 - 0.005), 0, 0.44);
  }
  add(roundBox(width + 0.16, 0.74, 1.46, 0.2), lacquer, 0, WINDOW + 0.38, -0.2);
  add(roundBox(width + 0.02, 0.1, 1.5, 0.05), brass, 0, WINDOW + 0.04, -0.18);
  add(roundBox(width * 0.62, 0.5, 1.2, 0.2), deep, 0, WINDOW + 0.92, -0.2);
  add(roundBox(width * 0.5, 0.07, 1.22, 0.03), brass, 0, WINDOW + 1.17, -0.2);
  add(roundBox(width + 0.3, 1.1, 1.7, 0.2), lacquer, 0, -WINDOW - 0.53, -0.12);
  add(roundBox(width + 0.02, 0.1, 1.76, 0.05), brass, 0, -WINDOW - 0.02, -0.12);
  add(roundBox(inner * 0.86, 0.34, 0.5, 0.13), brass, 0, -WINDOW - 0.72, 0.66);
  add(roundBox(inner * 0.78, 0.12, 0.3, 0.05), night, 0, -WINDOW - 0.57, 0.72);
  add(roundBox(width + 0.62, 0.24, 2, 0.1), deep, 0, -WINDOW - 1.18, -0.12);

  const bar = new CylinderGeometry(0.045, 0.045, 2 * WINDOW, 24);
  for (let reel = 1; reel < reels; reel += 1) add(bar, brass, (reel - reels / 2) * PITCH, 0, 0.16);
  const pointer = new ConeGeometry(0.13, 0.24, 32);
  for (const side of [-1, 1]) {
    const mesh = add(pointer, brass, side * (inner / 2 - 0.02), 0, 0.46);
    mesh.quaternion.set(0, 0, sinTurns(side * 0.125), cosTurns(0.125));
  }

  const lever = new Group();
  const rod = solid(new CylinderGeometry(0.055, 0.075, 1.5, 24), brass);
  rod.position.y = 0.75;
  const knob = solid(
    new SphereGeometry(0.2, 40, 28),
    studioMaterial(light, { color: '#b3161c', gloss: 1.2, rough: 0.02 }),
  );
  knob.position.y = 1.55;
  lever.add(rod, knob);
  lever.position.set(width / 2 + 0.32, -0.55, 0.1);
  group.add(lever);
  const hub = add(new CylinderGeometry(0.22, 0.22, 0.42, 40), brass, width / 2 + 0.2, -0.55, 0.1);
  hub.quaternion.set(0, 0, Math.SQRT1_2, Math.SQRT1_2);

  const places = bulbPlaces(inner / 2 + column / 2, WINDOW + 0.38);
  const bulbs = instances(new SphereGeometry(0.062, 16, 12), places.length, { aPlace: 4 });
  const halos = instances(new PlaneGeometry(0.95, 0.95), places.length, { aPlace: 4 });
  group.add(solid(bulbs.geometry, bulbMaterial(false), 3), solid(halos.geometry, bulbMaterial(true), 4));

  return {
    group,
    width: width + 0.3,
    update(ambient, power, pulled) {
      // Pulled towards the audience and down.
      const turn = 0.03 + 0.2 * pulled;
      lever.quaternion.set(sinTurns(turn / 2), 0, 0, cosTurns(turn / 2));
      fill(bulbs, ambient, power);
      fill(halos, ambient, power);
    },
  };

  function fill(lamps: Instances, ambient: number, power: number): void {
    const numbers = lamps.numbers('aPlace');
    for (const [index, [x, y]] of places.entries()) {
      // A wave that needs two seconds for each bulb: never a flash.
      const wave = 0.62 + 0.38 * sinTurns(index / 8 - ambient / 2);
      numbers.set([x, y, 0.52, power * wave], 4 * index);
    }
    lamps.touch('aPlace');
  }
}

/** Around the window, on the cabinet's front. */
function bulbPlaces(x: number, y: number): [number, number][] {
  const across = Math.max(4, Math.round(x / 0.19));
  const places: [number, number][] = [];
  for (let index = 0; index <= across; index += 1) places.push([-x + (2 * x * index) / across, y]);
  for (let index = 1; index <= 9; index += 1) places.push([x, y - (index * 2 * y) / 10.6]);
  for (let index = 9; index >= 1; index -= 1) places.push([-x, y - (index * 2 * y) / 10.6]);
  return places;
}

function bulbMaterial(halo: boolean): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: /* glsl */ `
attribute vec4 aPlace;
varying float vPower;
varying vec2 vAt;
varying vec3 vNormal;
void main() {
  vPower = aPlace.w;
  vAt = position.xy;
  vNormal = normal;
  vec4 place = viewMatrix * vec4(aPlace.xyz, 1.0);
  gl_Position = projectionMatrix * (place + vec4(position, 0.0));
}`,
    fragmentShader: halo
      ? /* glsl */ `
varying float vPower;
varying vec2 vAt;
varying vec3 vNormal;
void main() {
  float r = length(vAt) / 0.475;
  float glow = pow(max(1.0 - r, 0.0), 3.0);
  // As opaque as it is bright: over other content the square around a lamp must not be seen.
  float power = glow * vPower * 0.5;
  gl_FragColor = vec4(1.0, 0.62, 0.26, power);
}`
      : /* glsl */ `
varying float vPower;
varying vec2 vAt;
varying vec3 vNormal;
${SCREEN}
void main() {
  vec3 color = mix(vec3(0.16, 0.07, 0.03), vec3(1.5, 1.02, 0.52), vPower) * (0.65 + 0.35 * vNormal.z);
  gl_FragColor = vec4(screen(color), 1.0);
}`,
    ...(halo ? { transparent: true, depthWrite: false, blending: AdditiveBlending } : {}),
  });
}
