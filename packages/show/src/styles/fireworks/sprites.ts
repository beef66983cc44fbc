/** What is not a spark: rising comets, flares under their parachutes, and the names that hang below the numbers. */
import { AdditiveBlending, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { fitText } from '../../engine/fit-text.ts';
import { labelAtlas } from '../../engine/label-atlas.ts';
import type { LabelAtlas } from '../../engine/label-atlas.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { StageEntrant } from '../../engine/stage-sample.ts';
import type { Uniforms } from '../../engine/uniforms.ts';

/** aPlace: head, and way of the tail. aLook: light, width. */
const COMET_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
varying vec2 vAt;
varying float vLight;
void main() {
  vAt = position.xy;
  vLight = aLook.x;
  vec2 way = aPlace.zw;
  float reach = max(length(way), 0.0001);
  vec2 side = vec2(-way.y, way.x) / reach;
  vec2 place = aPlace.xy - way * (0.5 - position.x) + side * position.y * aLook.y;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
}
`;

const COMET = /* glsl */ `
uniform float uTime;
varying vec2 vAt;
varying float vLight;
void main() {
  float along = vAt.x + 0.5;
  float across = vAt.y * 2.0;
  float glitter = 0.75 + 0.25 * sin(along * 90.0 + uTime * 40.0);
  float tail = exp(-across * across * mix(30.0, 10.0, along)) * along * along * glitter;
  float head = exp(-pow((along - 0.95) * 26.0, 2.0)) * exp(-across * across * 5.0);
  gl_FragColor = vec4((vec3(1.0, 0.62, 0.26) * tail * 0.7 + vec3(1.0, 0.88, 0.66) * head) * vLight * smoothstep(1.0, 0.985, along), 1.0);
}
`;

/** aPlace: x, y, half size. aLook: light, in the running. */
const FLARE_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
uniform float uMirror;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
  vec3 place = vec3(aPlace.x, aPlace.y, aPlace.w);
  float wide = 1.0;
  if (uMirror < 0.0) {
    place.y *= -0.72;
    wide = 0.5;
    vLook.x *= 0.35;
  }
  gl_Position = projectionMatrix * (modelViewMatrix * vec4(place, 1.0) + vec4(position.xy * vec2(wide, 2.0 - wide) * aPlace.z, 0.0, 0.0));
}
`;

const FLARE = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float r = length(vAt);
  float core = exp(-r * r * 420.0) * 1.5;
  float halo = exp(-r * 8.0) * 0.32 * smoothstep(1.0, 0.4, r);
  float ray = exp(-abs(vAt.y) * 70.0) * exp(-abs(vAt.x) * 7.0) * 0.35 * vLook.y;
  vec3 tint = mix(vec3(1.0, 0.55, 0.24), vec3(1.0, 0.8, 0.5), vLook.y);
  // The parachute's thin arc above it catches the light.
  float arc = exp(-pow((length(vAt - vec2(0.0, 0.06)) - 0.2) * 60.0, 2.0)) * step(0.1, vAt.y) * 0.09;
  gl_FragColor = vec4((tint * (halo + ray + arc) + vec3(1.0, 0.95, 0.86) * core) * vLook.x, 1.0);
}
`;

/** The light of a burst in the smoke around it. aPlace: x, y, half size. aLook: colour, light. */
const GLOW = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float soft = max(1.0 - length(vAt), 0.0);
  gl_FragColor = vec4(vLook.rgb * soft * soft * vLook.a, 1.0);
}
`;

const GLOW_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(aPlace.xy + position.xy * aPlace.z, 0.0, 1.0);
}
`;

/** aPlace: x, y, half width. aLook: label, ink. */
const NAME_VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(aPlace.xy + position.xy * aPlace.z * vec2(1.0, 0.125), 0.0, 1.0);
}
`;

const NAME = /* glsl */ `
uniform sampler2D uLabels;
uniform vec2 uCells;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float index = floor(vLook.x + 0.5);
  vec2 cell = vec2(mod(index, uCells.x), floor((index + 0.5) / uCells.x));
  vec4 label = texture2D(uLabels, (cell + clamp(vec2(vAt.x, -vAt.y) * 0.5 + 0.5, 0.01, 0.99)) / uCells);
  vec3 color = mix(vec3(0.98, 0.95, 0.9), vec3(1.0, 0.76, 0.4), label.g / max(label.r + label.g, 0.01));
  gl_FragColor = vec4(color, max(label.r, label.g) * vLook.y);
}
`;

export interface NightSprites {
  comets: Instances;
  flares: Instances;
  names: Instances;
  glows: Instances;
  labels: LabelAtlas;
  meshes: Mesh[];
  uniforms: Uniforms;
}

export function nightSprites(
  entrants: readonly StageEntrant[],
  comets: number,
  bursts: number,
  options: { font: string; you: string },
): NightSprites {
  const { font, you } = options;
  const labels = labelAtlas(entrants.length, { width: 320, height: 40 }, (context, index, width, height) => {
    const entrant = entrants[index];
    if (entrant === undefined) return;
    context.fillStyle = entrant.own ? '#00ff00' : '#ff0000';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const text = entrant.own ? `${you} · ${entrant.name}` : entrant.name;
    fitText(
      context,
      text,
      { x: width / 2, y: height / 2, width: width * 0.96, most: 28, least: 24 },
      (pixels) => `640 ${pixels}px ${font}`,
    );
  });
  const uniforms: Uniforms = {
    uTime: { value: 0 },
    uLabels: { value: labels.texture },
    uCells: { value: [labels.columns, labels.rows] },
  };
  const quad = new PlaneGeometry(2, 2);
  const make = (count: number): Instances => instances(quad, count, { aPlace: 4, aLook: 4 });
  const material = (
    vertexShader: string,
    fragmentShader: string,
    additive: boolean,
    mirror = 1,
  ): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { ...uniforms, uMirror: { value: mirror } },
      transparent: true,
      depthTest: false,
      depthWrite: false,
      ...(additive ? { blending: AdditiveBlending } : {}),
    });
  const rising = make(comets);
  const flares = make(entrants.length);
  const names = make(entrants.length);
  const glows = make(bursts);
  return {
    comets: rising,
    flares,
    names,
    glows,
    labels,
    uniforms,
    meshes: [
      solid(glows.geometry, material(GLOW_VERTEX, GLOW, true), 7),
      solid(flares.geometry, material(FLARE_VERTEX, FLARE, true, -1), 8),
      solid(rising.geometry, material(COMET_VERTEX, COMET, true), 12),
      solid(flares.geometry, material(FLARE_VERTEX, FLARE, true), 13),
      solid(names.geometry, material(NAME_VERTEX, NAME, false), 14),
    ],
  };
}
