/** The entrants' stars, the meteors and the fallen ones that come to the front: sprites in few draw calls. */
import { AdditiveBlending, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { fitText } from '../../engine/fit-text.ts';
import { labelAtlas } from '../../engine/label-atlas.ts';
import type { LabelAtlas } from '../../engine/label-atlas.ts';
import { SCREEN } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { StageEntrant } from '../../engine/stage-sample.ts';
import type { Uniforms } from '../../engine/uniforms.ts';
import type { Entrant } from '../../plan.ts';

/** aPlace: centre and half size. The quad always faces the camera. */
const SPRITE_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
  vec4 place = viewMatrix * vec4(aPlace.xyz, 1.0);
  gl_Position = projectionMatrix * (place + vec4(position.xy * aPlace.w, 0.0, 0.0));
}
`;

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
const LABEL = /* glsl */ `
uniform sampler2D uLabels;
uniform vec2 uCells;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float index = floor(vLook.x + 0.5);
  vec2 cell = vec2(mod(index, uCells.x), floor((index + 0.5) / uCells.x));
  vec2 uv = vec2(vAt.x * 0.5 + 0.5, 0.5 - vAt.y);
  vec4 label = texture2D(uLabels, (cell + clamp(uv, 0.01, 0.99)) / uCells);
  vec3 color = mix(vec3(0.93, 0.95, 0.96), vec3(1.0, 0.8, 0.52), label.g / max(label.r + label.g, 0.01));
  float written = max(label.r, label.g);
  gl_FragColor = vec4(color, written * vLook.y);
}
`;

/** A fallen star before the camera: a small sun with its number. aLook: label, ink, flare, power. */
const ORB = /* glsl */ `
uniform sampler2D uLabels;
uniform vec2 uCells;
varying vec2 vAt;
varying vec4 vLook;
${SCREEN}
void main() {
  float r = length(vAt) * 2.0;
  float disc = smoothstep(1.0, 0.985, r);
  float depth = sqrt(max(1.0 - r * r, 0.0));
  vec3 face = mix(vec3(1.0, 0.5, 0.16), vec3(1.0, 0.93, 0.78), smoothstep(0.0, 0.75, depth));
  float index = floor(vLook.x + 0.5);
  vec2 cell = vec2(mod(index, uCells.x), floor((index + 0.5) / uCells.x));
  vec2 uv = vec2(vAt.x / 1.3 + 0.5, 0.36 - vAt.y / 0.65);
  float inside = step(abs(uv.x - 0.5), 0.49) * step(abs(uv.y - 0.35), 0.335);
  vec4 label = texture2D(uLabels, (cell + clamp(uv, 0.01, 0.99)) / uCells);
  face = mix(face, vec3(0.06, 0.028, 0.012), max(label.r, label.g) * inside * vLook.y);
  float corona = exp(-(r - 1.0) * 2.6) * smoothstep(2.0, 1.2, r) * (0.5 + 0.5 * vLook.z);
  float alpha = max(disc, corona * 0.7) * vLook.w;
  gl_FragColor = vec4(mix(vec3(1.0, 0.62, 0.28), screen(face), disc), alpha);
}
`;

const METEOR_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
  vec2 way = aPlace.zw;
  float reach = max(length(way), 0.0001);
  vec2 side = vec2(-way.y, way.x) / reach;
  vec2 place = aPlace.xy - way * (0.5 - position.x) + side * position.y * aLook.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 0.02, 1.0);
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

function sprites(
  count: number,
  fragment: string,
  additive: boolean,
  order: number,
  uniforms: Uniforms,
  vertex = SPRITE_VERTEX,
): Sprites {
  const copies = instances(new PlaneGeometry(2, 2), count, { aPlace: 4, aLook: 4 });
  const material = new ShaderMaterial({
    vertexShader: vertex,
    fragmentShader: fragment,
    uniforms,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    ...(additive ? { blending: AdditiveBlending } : {}),
  });
  return { ...copies, mesh: solid(copies.geometry, material, order) };
}

export interface StarSprites {
  glints: Sprites;
  names: Sprites;
  orbs: Sprites;
  meteors: Sprites;
  labels: LabelAtlas;
}

/** The number large, the name under it; red is the plain ink, green the viewer's own. */
export function paintStarLabel(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  { number, name }: Entrant,
  font: string,
  own: string | null,
): void {
  const { width, height } = size;
  context.fillStyle = own === null ? '#ff0000' : '#00ff00';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const bold = (pixels: number): string => `720 ${pixels}px ${font}`;
  fitText(
    context,
    String(number),
    { x: width / 2, y: height * 0.36, width: width * 0.9, most: height * 0.62 },
    bold,
  );
  fitText(
    context,
    own === null ? name : own,
    { x: width / 2, y: height * 0.83, width: width * 0.96, most: height * 0.25, least: height * 0.2 },
    bold,
  );
}

export function starSprites(
  entrants: readonly StageEntrant[],
  places: number,
  meteors: number,
  options: { font: string; you: string },
): StarSprites {
  const { font, you } = options;
  const labels = labelAtlas(entrants.length, { width: 192, height: 96 }, (context, index, width, height) => {
    const entrant = entrants[index];
    if (entrant !== undefined)
      paintStarLabel(context, { width, height }, entrant, font, entrant.own ? you : null);
  });
  const uniforms: Uniforms = {
    uLabels: { value: labels.texture },
    uCells: { value: [labels.columns, labels.rows] },
  };
  return {
    labels,
    glints: sprites(entrants.length, GLINT, true, 5, {}),
    names: sprites(entrants.length, LABEL, false, 6, uniforms),
    orbs: sprites(places, ORB, false, 30, uniforms),
    meteors: sprites(meteors, METEOR, true, 4, {}, METEOR_VERTEX),
  };
}
