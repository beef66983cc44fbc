/** Neon signs with names: glass tubes painted once into an atlas, lit in one draw call, and again upside down in the wet street. */
import { AdditiveBlending, DoubleSide, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { fitText } from '../../engine/fit-text.ts';
import type { LabelLook, Labels } from '../../engine/labels.ts';
import { LABEL, SCREEN, TURNED } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { FOG } from './city.ts';

export const SIGN = { width: 1.5, height: 0.94 } as const;

/** aPlace: centre and size. aLook: label, letters, frame, spark. */
const VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
attribute vec3 aTint;
attribute vec4 aTurn;
uniform float uMirror;
varying vec2 vUv;
varying vec4 vLook;
varying vec3 vTint;
varying vec3 vPlace;
varying float vFront;
${TURNED}
void main() {
  vUv = position.xy / vec2(${SIGN.width.toFixed(3)}, ${SIGN.height.toFixed(3)}) + 0.5;
  vLook = aLook;
  vTint = aTint;
  vFront = 1.0 - step(0.999, aPlace.w);
  vPlace = aPlace.xyz + turned(aTurn, position) * aPlace.w;
  vPlace.y *= uMirror;
  gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
uniform vec3 uEye;
uniform float uPower;
uniform float uMirror;
varying vec2 vUv;
varying vec4 vLook;
varying vec3 vTint;
varying vec3 vPlace;
varying float vFront;
${SCREEN}
${LABEL}
${FOG}
const vec2 SIZE = vec2(${SIGN.width.toFixed(3)}, ${SIGN.height.toFixed(3)});
void main() {
  vec3 tubes = labelAt(vLook.x, vec2(vUv.x, 1.0 - vUv.y), 0.004).rgb;
  vec3 tint = linear(vTint);
  // r: the letters' tubes, g: their glow, b: a second frame for the viewer's own. The frame is drawn as a distance.
  float lit = vLook.y * uPower;
  float frame = clamp(vLook.z, 0.0, 1.0) * mix(uPower, 1.0, step(1.5, vLook.z));
  vec2 p = (vUv - 0.5) * SIZE;
  vec2 corner = abs(p) - SIZE * 0.5 + 0.17;
  float inside = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - 0.1;
  float away = abs(inside);
  if (tubes.b > 0.5) away = min(away, abs(inside + 0.075));
  float glass = smoothstep(0.02, 0.011, away);
  float glow = exp(-away * 13.0) * 0.42;
  vec3 color = vec3(0.0035, 0.0055, 0.006) + tint * 0.004;
  color += (tint * (tubes.g * 1.1 + tubes.r * 1.5) + vec3(0.85) * tubes.r * tubes.r) * lit;
  color += tint * 0.07 * smoothstep(0.6, 0.0, length(p * vec2(0.7, 1.0))) * lit;
  color += (tint * (glow + glass * 1.2) + vec3(0.55) * glass) * (0.015 + frame * (0.85 + 1.2 * vLook.w));
  color += tint * 0.35 * vLook.w * smoothstep(0.8, 0.0, length(p));
  vec2 edge = SIZE * 0.5 - abs(p);
  float ahead = uEye.z - vPlace.z;
  float body = smoothstep(0.0, 0.012, min(edge.x, edge.y)) * max(smoothstep(1.0, 2.3, ahead), vFront);
  // A dark sign is but a pane of glass.
  body *= mix(0.22, 1.0, clamp(vLook.y + vLook.z, 0.0, 1.0));
  color = mix(color, fogColor(vPlace), fogAmount(vPlace, uEye));
  gl_FragColor = vec4(screen(color) * (uMirror < 0.0 ? 0.8 : 1.0), body);
}
`;

/** The light that a sign throws into the rain around it. */
const HALO_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
attribute vec3 aTint;
uniform float uMirror;
varying vec2 vAt;
varying vec3 vTint;
varying vec3 vPlace;
void main() {
  vAt = position.xy;
  vTint = aTint * (0.65 * aLook.y + 0.35 * clamp(aLook.z, 0.0, 1.0) + 1.2 * aLook.w);
  vPlace = aPlace.xyz;
  vPlace.y *= uMirror;
  vec4 place = viewMatrix * vec4(vPlace, 1.0);
  gl_Position = projectionMatrix * (place + vec4(position.xy * vec2(1.9, 1.5 + (uMirror < 0.0 ? 1.3 : 0.0)) * aPlace.w, 0.0, 0.0));
}
`;

const HALO = /* glsl */ `
uniform vec3 uEye;
uniform float uPower;
uniform float uMirror;
varying vec2 vAt;
varying vec3 vTint;
varying vec3 vPlace;
${FOG}
void main() {
  float r = length(vAt);
  float glow = max(1.0 - r, 0.0);
  float near = smoothstep(1.5, 4.0, uEye.z - vPlace.z);
  gl_FragColor = vec4(vTint * glow * glow * glow * uPower * (uMirror < 0.0 ? 0.5 : 0.48) * (1.0 - fogAmount(vPlace, uEye)) * near, 1.0);
}
`;

export interface Signs extends Instances {
  /** In the order in which they must be drawn: mirrored ones first. */
  meshes: Mesh[];
  uniforms: Uniforms;
}

/** Number and name as tubes, or the number alone: red is the tube, green its glow, blue marks the viewer's own. */
const paintSign: LabelLook['paint'] = (context, { width, height }, { number, name }, font, own) => {
  context.globalCompositeOperation = 'lighter';
  if (own !== null) {
    context.fillStyle = '#0000ff';
    context.fillRect(0, 0, width, height);
  }
  const bold = (pixels: number): string => `600 ${pixels}px ${font}`;
  const caption = [own, name].filter((part) => part !== null && part !== '').join(' · ');
  const text = (color: string): void => {
    context.fillStyle = color;
    fitText(
      context,
      String(number),
      { x: width / 2, y: height * (caption === '' ? 0.53 : 0.43), width: width * 0.74, most: height * 0.54 },
      bold,
    );
    if (caption === '') return;
    fitText(
      context,
      caption,
      { x: width / 2, y: height * 0.78, width: width * 0.78, most: height * 0.15, least: height * 0.12 },
      bold,
    );
  };
  context.shadowColor = 'rgb(0 255 0 / 55%)';
  for (const blur of [0.2, 0.07]) {
    context.shadowBlur = height * blur;
    text('#001800');
  }
  context.shadowBlur = 0;
  text('#ff0000');
};

export const SIGN_LABEL: LabelLook = { width: 256, height: 160, paint: paintSign };

export function makeSigns(labels: Labels, count: number, eye: { value: unknown }): Signs {
  const sizes = { aPlace: 4, aLook: 4, aTint: 3, aTurn: 4 };
  const copies = instances(new PlaneGeometry(SIGN.width, SIGN.height), count, sizes);
  const halo = instances(new PlaneGeometry(2, 2), count, {});
  for (const name of ['aPlace', 'aLook', 'aTint'])
    halo.geometry.setAttribute(name, copies.geometry.getAttribute(name));
  const uniforms: Uniforms = {
    ...labels.uniforms,
    uEye: eye,
    uPower: { value: 1 },
  };
  const panel = (mirror: number): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { ...uniforms, uMirror: { value: mirror } },
      side: DoubleSide,
      transparent: true,
      depthWrite: true,
    });
  const glow = (mirror: number): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader: HALO_VERTEX,
      fragmentShader: HALO,
      uniforms: { ...uniforms, uMirror: { value: mirror } },
      blending: AdditiveBlending,
      transparent: true,
      depthWrite: false,
    });
  return {
    ...copies,
    uniforms,
    meshes: [
      solid(copies.geometry, panel(-1), 2),
      solid(halo.geometry, glow(-1), 3),
      solid(copies.geometry, panel(1), 8),
      solid(halo.geometry, glow(1), 9),
    ],
  };
}
