/** Moving lights of the city: cars on the avenue, and the sparks that jump from sign to sign. */
import { AdditiveBlending, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { mix, smooth } from '../../engine/curves.ts';
import { between, randomFrom } from '../../engine/random.ts';
import { revealAt } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { NeonSimulation } from './simulate.ts';

const CARS = 14;
/** World units in which the cars go round. */
const LOOP = 34;

export interface Traffic {
  mesh: Mesh;
  /** @param spot 0..1 of the dark in which only the last signs are lit */
  update(moment: Moment, spot: number): void;
}

/**
 * @param pitch world units between two signs
 * @param place where the sign of a slot hangs
 */
export function makeTraffic(
  { avenue, places, spark: sparkAt }: NeonSimulation,
  seedHex: string,
  pitch: number,
  place: (slot: number) => { x: number; y: number; z: number },
): Traffic {
  const { mesh, numbers, touch } = lights(places + 2 * CARS);
  const at = numbers('aPlace');
  const tint = numbers('aTint');
  const random = randomFrom(seedHex, 'cars');
  const cars = Array.from({ length: CARS }, (_, index) => ({
    start: between(random, 0, 60),
    speed: index % 2 === 0 ? between(random, 3, 6) : between(random, 9, 14),
    coming: index % 2 === 0,
  }));

  function jump(index: number, t: number): void {
    const spark = sparkAt(index, t);
    if (spark === null || t > revealAt(index) + 0.1) {
      at.set([0, -50, 0, 0], 4 * index);
      return;
    }
    const { from, to, share } = spark;
    const a = place(avenue.first + from);
    const b = place(avenue.first + to);
    const arch = 0.47 + 0.7 * share * (1 - share);
    at.set([mix(a.x, b.x, share), mix(a.y, b.y, share) + arch, mix(a.z, b.z, share) + 0.05, 0.5], 4 * index);
    tint.set([1, 0.82, 0.5, 0], 4 * index);
  }

  function drive({ t, ambient }: Moment, spot: number): void {
    const here = -avenue.place(t) * pitch;
    for (const [index, { start, speed, coming }] of cars.entries()) {
      const way = (coming ? start + ambient * speed : start - ambient * speed * 0.35) - here;
      const behind = ((way % LOOP) + LOOP) % LOOP;
      const dim = smooth(behind, 0, 6) * (1 - spot * 0.6) * smooth(t, 1, 4);
      for (const side of [0, 1]) {
        const o = 4 * (places + 2 * index + side);
        const x = (coming ? -0.62 : 0.62) + (side - 0.5) * 0.34;
        at.set([x, 0.16, here - 30 + behind, coming ? 0.17 : 0.14], o);
        if (coming) tint.set([0.85 * dim, 0.8 * dim, 0.62 * dim, 0.22], o);
        else tint.set([0.95 * dim, 0.09 * dim, 0.06 * dim, 0.3], o);
      }
    }
  }

  return {
    mesh,
    update(moment, spot) {
      for (let index = 0; index < places; index += 1) jump(index, moment.t);
      drive(moment, spot);
      touch('aPlace', 'aTint');
    },
  };
}

/** Sparks and lamps of cars: soft lights. aPlace: place and size; aTint: colour, stretched along the street by its w. */
function lights(count: number): Instances & { mesh: Mesh } {
  const copies = instances(new PlaneGeometry(2, 2), count, { aPlace: 4, aTint: 4 });
  const material = new ShaderMaterial({
    vertexShader: /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aTint;
varying vec2 vAt;
varying vec3 vTint;
void main() {
  vAt = position.xy;
  vTint = aTint.rgb;
  vec4 place = viewMatrix * vec4(aPlace.xyz + vec3(0.0, 0.0, position.y * aTint.w), 1.0);
  gl_Position = projectionMatrix * (place + vec4(position.xy * vec2(1.0, 1.0 - 0.4 * step(0.01, aTint.w)) * aPlace.w, 0.0, 0.0));
}`,
    fragmentShader: /* glsl */ `
varying vec2 vAt;
varying vec3 vTint;
void main() {
  float r = length(vAt);
  float core = exp(-r * r * 40.0);
  float halo = max(1.0 - r, 0.0);
  gl_FragColor = vec4(vTint * (core * 1.4 + halo * halo * 0.5) + vec3(core * core * 0.8) * step(0.01, dot(vTint, vTint)), 1.0);
}`,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
  return { ...copies, mesh: solid(copies.geometry, material, 11) };
}
