/** The entrants' stars, the meteors, the fallen ones that come to the front and the mark: sprites in few draw calls. */
import { PlaneGeometry } from 'three';
import type { Mesh, ShaderMaterial } from 'three';
import { smooth } from '../../engine/curves.ts';
import { fitText } from '../../engine/fit-text.ts';
import type { LabelLook, Labels } from '../../engine/labels.ts';
import { overlayMaterial, uniform } from '../../engine/materials.ts';
import { LABEL, SCREEN, spriteVertex, streakVertex } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { MARK } from '../../physics/star-wheel.ts';
import { AT } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import type { Mood } from '../../world.ts';

/** aPlace: centre and half size. The quad always faces the camera. */
const SPRITE_VERTEX = spriteVertex(/* glsl */ `
  vec4 place = viewMatrix * vec4(aPlace.xyz, 1.0);
  gl_Position = projectionMatrix * (place + vec4(position.xy * aPlace.w, 0.0, 0.0));`);

/** aLook: glow, 1 for the viewer's own, ring. */
const GLINT = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float r = length(vAt);
  float core = exp(-r * r * 520.0) * 1.6;
  float halo = exp(-r * r * 26.0) * 0.2 + exp(-r * 7.0) * 0.22;
  vec2 a = abs(vAt);
  float spikes = (exp(-a.y * 90.0) * exp(-a.x * 6.0) + exp(-a.x * 90.0) * exp(-a.y * 6.0)) * 0.55;
  float ring = exp(-pow((r - 0.42) * 60.0, 2.0)) * vLook.y * 0.8;
  float edge = smoothstep(1.0, 0.6, r);
  vec3 tint = mix(vec3(0.82, 0.9, 1.0), vec3(1.0, 0.78, 0.48), vLook.z);
  vec3 color = (tint * (halo + spikes) + vec3(1.0) * core) * vLook.x + vec3(1.0, 0.72, 0.4) * ring * vLook.w;
  gl_FragColor = vec4(color * edge, 1.0);
}
`;

/** aLook: label, ink. Upright under its star. */
const NAME = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
${LABEL}
void main() {
  vec4 label = labelAt(vLook.x, vec2(vAt.x * 0.5 + 0.5, 0.5 - vAt.y), 0.01);
  vec3 color = mix(vec3(0.93, 0.95, 0.96), vec3(1.0, 0.8, 0.52), label.g / max(label.r + label.g, 0.01));
  float written = max(label.r, label.g);
  gl_FragColor = vec4(color, written * vLook.y);
}
`;

/** A fallen star before the camera: a small sun with its number. aLook: label, ink, flare, power. */
const ORB = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
${SCREEN}
${LABEL}
void main() {
  float r = length(vAt) * 2.0;
  float disc = smoothstep(1.0, 0.985, r);
  float depth = sqrt(max(1.0 - r * r, 0.0));
  vec3 face = mix(vec3(1.0, 0.5, 0.16), vec3(1.0, 0.93, 0.78), smoothstep(0.0, 0.75, depth));
  vec2 uv = vec2(vAt.x / 1.3 + 0.5, 0.36 - vAt.y / 0.65);
  float inside = step(abs(uv.x - 0.5), 0.49) * step(abs(uv.y - 0.35), 0.335);
  vec4 label = labelAt(vLook.x, uv, 0.01);
  face = mix(face, vec3(0.06, 0.028, 0.012), max(label.r, label.g) * inside * vLook.y);
  float corona = exp(-(r - 1.0) * 2.6) * smoothstep(2.0, 1.2, r) * (0.5 + 0.5 * vLook.z);
  float alpha = max(disc, corona * 0.7) * vLook.w;
  gl_FragColor = vec4(mix(vec3(1.0, 0.62, 0.28), screen(face), disc), alpha);
}
`;

const METEOR = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float along = vAt.x + 0.5;
  float across = vAt.y * 2.0;
  float thin = exp(-across * across * mix(60.0, 9.0, along * along));
  float head = exp(-pow((along - 0.965) * 34.0, 2.0)) * exp(-across * across * 5.0);
  vec3 color = mix(vec3(0.45, 0.7, 0.9), vec3(1.0, 0.86, 0.62), along) * thin * along * along * along + vec3(1.0, 0.95, 0.85) * head * 1.4;
  gl_FragColor = vec4(color * vLook.x * smoothstep(1.0, 0.99, along), 1.0);
}
`;

interface Sprites extends Instances {
  mesh: Mesh;
}

function sprites(count: number, material: ShaderMaterial, order: number): Sprites {
  const copies = instances(new PlaneGeometry(2, 2), count, { aPlace: 4, aLook: 4 });
  return { ...copies, mesh: solid(copies.geometry, material, order) };
}

export interface StarSprites {
  glints: Sprites;
  names: Sprites;
  orbs: Sprites;
  meteors: Sprites;
}

/** The number large, the name under it; red is the plain ink, green the viewer's own. */
const paintStarLabel: LabelLook['paint'] = (context, { width, height }, { number, name }, font, own) => {
  context.fillStyle = own === null ? '#ff0000' : '#00ff00';
  const bold = (pixels: number): string => `720 ${pixels}px ${font}`;
  fitText(
    context,
    String(number),
    { x: width / 2, y: height * 0.36, width: width * 0.9, most: height * 0.62 },
    bold,
  );
  const caption = own ?? name;
  if (caption === '') return;
  fitText(
    context,
    caption,
    { x: width / 2, y: height * 0.83, width: width * 0.96, most: height * 0.25, least: height * 0.2 },
    bold,
  );
};

export const STAR_LABEL: LabelLook = { width: 192, height: 96, paint: paintStarLabel };

/** @param stars how many entrants @param places how many of them fall and come to the front */
export function starSprites(labels: Labels, stars: number, places: number, meteors: number): StarSprites {
  const lettering = { uniforms: labels.uniforms, additive: false };
  return {
    glints: sprites(stars, overlayMaterial(SPRITE_VERTEX, GLINT), 5),
    names: sprites(stars, overlayMaterial(SPRITE_VERTEX, NAME, lettering), 6),
    orbs: sprites(places, overlayMaterial(SPRITE_VERTEX, ORB, lettering), 30),
    meteors: sprites(meteors, overlayMaterial(streakVertex('0.02'), METEOR), 4),
  };
}

const RETICLE = /* glsl */ `
uniform float uPower;
uniform float uBeat;
varying vec2 vAt;
void main() {
  float r = length(vAt);
  float thin = 0.0045 + fwidth(r) * 0.6;
  float ring = smoothstep(thin, 0.0, abs(r - 0.34 - 0.02 * uBeat)) + 0.45 * smoothstep(thin, 0.0, abs(r - 0.4));
  vec2 a = abs(vAt);
  float ticks = smoothstep(thin, 0.0, min(a.x, a.y)) * smoothstep(0.28, 0.3, r) * smoothstep(0.47, 0.45, r);
  float haze = exp(-r * r * 16.0) * (0.12 + 0.25 * uBeat);
  gl_FragColor = vec4(vec3(1.0, 0.78, 0.5) * ((ring + ticks) * 0.85 + haze) * uPower, 1.0);
}
`;

/** The mark in the sky: a fine ring with its cross, like a telescope's. It appears with the slow-down. */
export function reticle(): { mesh: Mesh; update(moment: Moment, mood: Mood): void } {
  const uniforms: Uniforms = { uPower: { value: 0 }, uBeat: { value: 0 } };
  const vertex = /* glsl */ `
varying vec2 vAt;
void main() { vAt = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;
  const mesh = solid(new PlaneGeometry(1.4, 1.4), overlayMaterial(vertex, RETICLE, { uniforms }), 3);
  mesh.position.set(MARK.x, MARK.y, 0.01);
  return {
    mesh,
    update({ t }, { beat, waiting }) {
      const there =
        smooth(t, AT.slowdown - 1, AT.slowdown + 1.5) * (1 - smooth(t, AT.runup + 1.6, AT.reveal));
      uniform(uniforms, 'uPower').value = there;
      uniform(uniforms, 'uBeat').value = beat + 0.4 * waiting;
    },
  };
}
