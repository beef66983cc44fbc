/** What is not a spark: rising comets, flares under their parachutes, and the names that hang below the numbers. */
import { PlaneGeometry } from 'three';
import type { Mesh, ShaderMaterial } from 'three';
import { fitText } from '../../engine/fit-text.ts';
import type { LabelLook, Labels } from '../../engine/labels.ts';
import { overlayMaterial } from '../../engine/materials.ts';
import { LABEL, spriteVertex, streakVertex } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import type { Uniforms } from '../../engine/materials.ts';

const COMET = /* glsl */ `
uniform float uTime;
varying vec2 vAt;
varying vec4 vLook;
void main() {
  float along = vAt.x + 0.5;
  float across = vAt.y * 2.0;
  float glitter = 0.75 + 0.25 * sin(along * 90.0 + uTime * 40.0);
  float tail = exp(-across * across * mix(30.0, 10.0, along)) * along * along * glitter;
  float head = exp(-pow((along - 0.95) * 26.0, 2.0)) * exp(-across * across * 5.0);
  gl_FragColor = vec4((vec3(1.0, 0.62, 0.26) * tail * 0.7 + vec3(1.0, 0.88, 0.66) * head) * vLook.x * smoothstep(1.0, 0.985, along), 1.0);
}
`;

/** aPlace: x, y, half size. aLook: light, in the running. */
const FLARE_VERTEX = spriteVertex(
  /* glsl */ `
  vec3 place = vec3(aPlace.x, aPlace.y, aPlace.w);
  float wide = 1.0;
  if (uMirror < 0.0) {
    place.y *= -0.72;
    wide = 0.5;
    vLook.x *= 0.35;
  }
  gl_Position = projectionMatrix * (modelViewMatrix * vec4(place, 1.0) + vec4(position.xy * vec2(wide, 2.0 - wide) * aPlace.z, 0.0, 0.0));`,
  'uniform float uMirror;',
);

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

const GLOW_VERTEX = spriteVertex(/* glsl */ `
  gl_Position = projectionMatrix * modelViewMatrix * vec4(aPlace.xy + position.xy * aPlace.z, 0.0, 1.0);`);

/** aPlace: x, y, half width. aLook: label, ink. */
const NAME_VERTEX = spriteVertex(/* glsl */ `
  gl_Position = projectionMatrix * modelViewMatrix * vec4(aPlace.xy + position.xy * aPlace.z * vec2(1.0, 0.125), 0.0, 1.0);`);

const NAME = /* glsl */ `
varying vec2 vAt;
varying vec4 vLook;
${LABEL}
void main() {
  vec4 label = labelAt(vLook.x, vec2(vAt.x, -vAt.y) * 0.5 + 0.5, 0.01);
  vec3 color = mix(vec3(0.98, 0.95, 0.9), vec3(1.0, 0.76, 0.4), label.g / max(label.r + label.g, 0.01));
  gl_FragColor = vec4(color, max(label.r, label.g) * vLook.y);
}
`;

export interface NightSprites {
  comets: Instances;
  flares: Instances;
  names: Instances;
  glows: Instances;
  meshes: Mesh[];
  uniforms: Uniforms;
}

const paintName: LabelLook['paint'] = (context, { width, height }, entrant, font, own) => {
  context.fillStyle = own === null ? '#ff0000' : '#00ff00';
  const name = entrant.name === '' ? `#${entrant.number}` : entrant.name;
  fitText(
    context,
    own === null ? name : `${own} · ${name}`,
    { x: width / 2, y: height / 2, width: width * 0.96, most: 28, least: 24 },
    (pixels) => `640 ${pixels}px ${font}`,
  );
};

export const NAME_LABEL: LabelLook = { width: 320, height: 40, paint: paintName };

/** @param counts entrants have a flare and a name each */
export function nightSprites(
  labels: Labels,
  counts: { entrants: number; comets: number; bursts: number },
): NightSprites {
  const uniforms: Uniforms = { uTime: { value: 0 }, ...labels.uniforms };
  const quad = new PlaneGeometry(2, 2);
  const make = (count: number): Instances => instances(quad, count, { aPlace: 4, aLook: 4 });
  const flare = (mirror: number): ShaderMaterial =>
    overlayMaterial(FLARE_VERTEX, FLARE, { uniforms: { uMirror: { value: mirror } } });
  const comets = make(counts.comets);
  const flares = make(counts.entrants);
  const names = make(counts.entrants);
  const glows = make(counts.bursts);
  return {
    comets,
    flares,
    names,
    glows,
    uniforms,
    meshes: [
      solid(glows.geometry, overlayMaterial(GLOW_VERTEX, GLOW), 7),
      solid(flares.geometry, flare(-1), 8),
      solid(comets.geometry, overlayMaterial(streakVertex('0.0'), COMET, { uniforms }), 12),
      solid(flares.geometry, flare(1), 13),
      solid(names.geometry, overlayMaterial(NAME_VERTEX, NAME, { uniforms, additive: false }), 14),
    ],
  };
}
