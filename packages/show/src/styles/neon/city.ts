/** The avenue: houses with lit windows, a wet street, rain, and a ring of light at its end. */
import { AdditiveBlending, BoxGeometry, DoubleSide, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { between, randomFrom } from '../../engine/random.ts';
import { NOISE, SCREEN } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import { backdrop } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';

/** The city's damp air, shared by everything in it: near black, teal between the houses, ember towards the end of the street. */
export const FOG = /* glsl */ `
vec3 fogColor(vec3 place) {
  float high = clamp(abs(place.y) * 0.1, 0.0, 1.0);
  vec3 low = vec3(0.004, 0.017, 0.019);
  return mix(low, vec3(0.0004, 0.0017, 0.0028), smoothstep(0.0, 1.0, high));
}
float fogAmount(vec3 place, vec3 eye) {
  float d = max(eye.z - place.z, 0.0) * 0.043;
  float q = d * d;
  return q / (0.55 + q);
}
`;

const BACKDROP = /* glsl */ `
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uPower;
varying vec2 vUv;
${SCREEN}
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  float up = abs(p.y + 0.02);
  vec3 color = mix(vec3(0.004, 0.017, 0.019), vec3(0.0004, 0.0017, 0.0028), smoothstep(0.0, 0.6, up));
  color += vec3(0.07, 0.008, 0.003) * exp(-dot(p, p) * 14.0) * (0.2 + 0.8 * uPower);
  // A ring over the end of the street, and its reflection in the wet.
  vec2 c = vec2(p.x, abs(p.y) - 0.155);
  float r = abs(length(c) - 0.125);
  float ring = exp(-r * r * 52000.0) * 1.5 + exp(-r * 40.0) * 0.2 + exp(-r * 12.0) * 0.045;
  float cut = p.y < 0.0 ? 0.3 : 1.0;
  color += vec3(1.0, 0.2, 0.09) * ring * cut * (0.12 + 0.88 * uPower);
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export function cityBackdrop(uniforms: Uniforms): Mesh {
  return backdrop(BACKDROP, uniforms);
}

const HOUSE_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aSize;
attribute vec3 aTint;
uniform float uMirror;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec2 vWall;
varying float vSeed;
varying vec3 vTint;
varying float vTop;
void main() {
  vec3 p = aPlace.xyz + (position + vec3(0.0, 0.5, 0.0)) * aSize.xyz;
  vNormal = normal;
  vSeed = aSize.w;
  vTint = aTint;
  vTop = aSize.y;
  vWall = vec2(abs(normal.x) > 0.5 ? p.z : p.x, p.y);
  vPlace = p;
  vPlace.y *= uMirror;
  gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

const HOUSE = /* glsl */ `
uniform vec3 uEye;
uniform float uPower;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec2 vWall;
varying float vSeed;
varying vec3 vTint;
varying float vTop;
${SCREEN}
${NOISE}
${FOG}
void main() {
  float seed = floor(vSeed * 512.0 + 0.5) / 512.0;
  vec2 grid = vWall * vec2(3.2, 3.6) + vec2(seed * 17.0, 0.0);
  // Far away the windows melt into their mean, instead of flickering.
  float fine = smoothstep(0.55, 0.2, max(fwidth(grid.x), fwidth(grid.y)));
  vec2 cell = floor(grid);
  vec2 f = fract(grid);
  float pane = smoothstep(0.1, 0.16, f.x) * smoothstep(0.9, 0.84, f.x) * smoothstep(0.2, 0.26, f.y) * smoothstep(0.86, 0.8, f.y);
  float who = hash(cell + seed * 91.0);
  float on = step(0.66, who) * (0.35 + 0.65 * hash(cell * 1.7 + 3.0));
  vec3 lamp = mix(vec3(1.0, 0.55, 0.2), mix(vec3(0.25, 0.85, 0.8), vec3(1.0, 0.22, 0.2), step(0.5, seed)), step(0.9, who));
  float blind = 0.5 + 0.5 * smoothstep(0.3, 0.8, f.y + 0.3 * (who - 0.5));
  vec3 wall = vec3(0.008, 0.013, 0.015) * (0.7 + 0.6 * noise(vWall * 5.0));
  wall += vTint * 0.035 * exp(-vWall.y * 0.55) * uPower;
  vec3 color = mix(wall, vec3(0.004, 0.007, 0.008), pane) + mix(lamp * 0.06, lamp * pane * on * blind * 0.4, fine) * (0.12 + 0.88 * uPower);
  // Shops at the foot, a lit edge at some corners and along some roofs.
  float shop = smoothstep(0.72, 0.66, vWall.y) * smoothstep(0.06, 0.1, vWall.y);
  float door = step(0.12, fract(vWall.x * 0.8 + vSeed)) * step(fract(vWall.x * 0.8 + vSeed), 0.9);
  color += mix(vec3(0.9, 0.5, 0.22), vTint, 0.6) * shop * door * (0.05 + 0.2 * noise(vWall * vec2(6.0, 9.0) + vSeed)) * (0.08 + 0.92 * uPower);
  float roof = smoothstep(0.035, 0.0, abs(vTop - vWall.y - 0.16)) * step(0.55, vSeed);
  color += vTint * roof * 1.4 * (0.1 + 0.9 * uPower);
  color *= abs(vNormal.z) > 0.5 ? 1.0 : 0.82;
  color = mix(color, fogColor(vPlace), fogAmount(vPlace, uEye));
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export interface Houses extends Instances {
  meshes: Mesh[];
}

export function makeHouses(count: number, eye: { value: unknown }, power: { value: unknown }): Houses {
  const copies = instances(new BoxGeometry(1, 1, 1), count, { aPlace: 4, aSize: 4, aTint: 3 });
  const walls = (mirror: number): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader: HOUSE_VERTEX,
      fragmentShader: HOUSE,
      uniforms: { uEye: eye, uPower: power, uMirror: { value: mirror } },
      side: DoubleSide,
    });
  return { ...copies, meshes: [solid(copies.geometry, walls(-1), 0), solid(copies.geometry, walls(1), 6)] };
}

const STREET = /* glsl */ `
uniform vec3 uEye;
uniform float uPower;
varying vec3 vPlace;
${SCREEN}
${NOISE}
${FOG}
void main() {
  vec2 p = vPlace.xz;
  float wet = smoothstep(0.35, 0.68, clouds(p * vec2(0.9, 0.55) + 4.0));
  float rough = noise(p * vec2(34.0, 20.0));
  vec3 color = vec3(0.0075, 0.011, 0.012) * (0.6 + 0.7 * rough);
  float lane = smoothstep(0.05, 0.035, abs(abs(p.x) - 0.02)) * step(0.45, fract(p.y * 0.42));
  float kerb = smoothstep(0.03, 0.015, abs(abs(p.x) - 1.98));
  color += vec3(0.3, 0.26, 0.16) * lane * 0.32 * (0.3 + 0.7 * uPower) + vec3(0.02, 0.03, 0.03) * kerb;
  float distance = max(uEye.z - vPlace.z, 0.0);
  float grazing = clamp(distance / 9.0, 0.0, 1.0);
  float alpha = mix(0.86, 0.4, wet) * mix(1.0, 0.62, grazing) + 0.1 * (rough - 0.5);
  float fog = fogAmount(vPlace, uEye);
  color = mix(color, fogColor(vPlace), fog);
  gl_FragColor = vec4(screen(color), clamp(max(alpha, fog * 0.75), 0.0, 1.0));
}
`;

export function street(eye: { value: unknown }, power: { value: unknown }): Mesh {
  const material = new ShaderMaterial({
    vertexShader: /* glsl */ `
varying vec3 vPlace;
void main() {
  vPlace = (modelMatrix * vec4(position, 1.0)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}`,
    fragmentShader: STREET,
    uniforms: { uEye: eye, uPower: power },
    transparent: true,
    depthWrite: true,
  });
  const mesh = solid(new PlaneGeometry(30, 110), material, 5);
  mesh.quaternion.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  return mesh;
}

/** Rain as short streaks in a box that goes with the camera. */
export function rain(
  seedHex: string,
  count: number,
  eye: { value: unknown },
): { mesh: Mesh; copies: Instances; uniforms: Uniforms } {
  const copies = instances(new PlaneGeometry(1, 1), count, { aDrop: 4 });
  const random = randomFrom(seedHex, 'rain');
  const drop = copies.numbers('aDrop');
  for (let index = 0; index < count; index += 1) {
    drop.set(
      [between(random, -3, 3), random(), between(random, 0.8, 12), between(random, 0.7, 1.3)],
      4 * index,
    );
  }
  const uniforms: Uniforms = { uEye: eye, uTime: { value: 0 }, uDrive: { value: 0 }, uPower: { value: 1 } };
  const material = new ShaderMaterial({
    vertexShader: /* glsl */ `
attribute vec4 aDrop;
uniform vec3 uEye;
uniform float uTime;
uniform float uDrive;
varying float vStrength;
void main() {
  float fall = fract(aDrop.y - uTime * aDrop.w * 0.9);
  vec3 place = vec3(uEye.x + aDrop.x, fall * 5.2 - 0.2, uEye.z - aDrop.z);
  place += vec3(position.x * 0.007, position.y * 0.28, position.y * 0.05 * uDrive);
  vStrength = (0.35 + 0.65 * (position.y + 0.5)) * smoothstep(12.0, 3.0, aDrop.z) * smoothstep(0.8, 1.8, aDrop.z);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,
    fragmentShader: /* glsl */ `
uniform float uPower;
varying float vStrength;
void main() { gl_FragColor = vec4(vec3(0.36, 0.62, 0.62) * vStrength * 0.3 * (0.35 + 0.65 * uPower), 1.0); }`,
    uniforms,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  return { mesh: solid(copies.geometry, material, 12), copies, uniforms };
}
