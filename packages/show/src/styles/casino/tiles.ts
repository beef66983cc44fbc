/** The reels' enamel tiles in one draw call: number and name on the face, engraved brass on the back. */
import { ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { fitText } from '../../engine/fit-text.ts';
import type { LabelLook, Labels } from '../../engine/labels.ts';
import { LABEL, SCREEN, STUDIO, TURNED } from '../../engine/shader-parts.ts';
import { instances, roundBox, solid } from '../../engine/shapes.ts';
import type { Uniforms } from '../../engine/materials.ts';

export const TILE = { width: 1.1, height: 0.85, thick: 0.07 } as const;

const VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aTurn;
attribute vec4 aLook;
varying vec3 vLocal;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec4 vLook;
${TURNED}
void main() {
  vLocal = position;
  vLook = aLook;
  vNormal = turned(aTurn, normal);
  vPlace = aPlace.xyz + turned(aTurn, position) * aPlace.w;
  gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
uniform vec3 uEye;
uniform float uWindow;
uniform float uSpot;
varying vec3 vLocal;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec4 vLook;
${STUDIO}
${SCREEN}
${LABEL}
const vec2 HALF = vec2(${TILE.width / 2}, ${TILE.height / 2});
void main() {
  vec2 p = vLocal.xy / HALF;
  vec3 n = normalize(vNormal);
  vec3 toEye = normalize(uEye - vPlace);
  vec3 enamel = vec3(0.95, 0.88, 0.74);
  vec3 ink = vec3(0.05, 0.012, 0.008);
  vec3 brass = vec3(0.78, 0.5, 0.17);
  vec3 albedo = enamel;
  float metal = 0.0;
  if (vLocal.z > 0.0) {
    vec2 uv = vec2(p.x * 0.5 + 0.5, 0.5 - p.y * 0.5);
    vec3 label = vec3(0.0);
    // A turning reel smears its numbers along the way that they go while a shutter is open.
    for (int tap = 0; tap < 5; tap++) label += labelAt(vLook.x, uv + vec2(0.0, (float(tap) - 2.0) * 0.25 * vLook.y), 0.01).rgb;
    label *= 0.2;
    albedo = mix(albedo, ink, label.r * vLook.z);
    albedo = mix(albedo, vec3(0.55, 0.02, 0.02), label.g * vLook.z);
  } else {
    metal = 1.0;
    float ring = length(p * vec2(1.29, 1.0));
    float cut = 0.5 + 0.5 * sin(ring * 46.0) * sin(atan(p.y, p.x * 1.29) * 24.0);
    cut = mix(cut, step(0.5, fract(ring * 6.0)), step(0.86, ring));
    albedo = brass * mix(0.5, 1.0, cut);
    n = normalize(n + 0.1 * (cut - 0.5));
  }
  float edge = max(abs(p.x) - 0.93, abs(p.y) - 0.91);
  if (edge > 0.0) { albedo = brass * 0.8; metal = 1.0; }
  // The reel turns into the dark above and below the window.
  float shade = vLook.w > 0.5 ? 1.0 : smoothstep(uWindow + 0.25, uWindow * 0.35, abs(vPlace.y));
  float facing = max(dot(n, toEye), 0.0);
  float fresnel = 0.04 + 0.5 * pow(1.0 - facing, 4.0);
  vec3 room = mirrored(reflect(-toEye, n), 0.05 + 0.35 * metal);
  vec3 color = lit(n, albedo, 1.0) * (1.0 - 0.7 * metal) + room * mix(vec3(fresnel), albedo, metal) * (0.25 + 0.75 * uLight);
  float lamp = smoothstep(0.75, 0.1, abs(vPlace.y)) * uSpot * (1.0 - step(0.5, vLook.w));
  // A lamp behind the frame lights the enamel, as long as the house is lit; one in front goes with it.
  color += albedo * (1.0 - metal) * vec3(1.0, 0.86, 0.66) * 0.5 * uLight;
  float resting = 1.0 - 0.6 * uSpot * smoothstep(0.3, 0.75, abs(vPlace.y)) * (1.0 - step(0.5, vLook.w));
  color = color * shade * resting + albedo * vec3(1.0, 0.78, 0.5) * lamp * 0.75;
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export interface TileMesh {
  mesh: Mesh;
  uniforms: Uniforms;
  /** x y z scale · turn · label, smear, ink, in front. */
  numbers(name: 'aPlace' | 'aTurn' | 'aLook'): Float32Array;
  touch(): void;
}

/** Number first, name under it; red is ink, green the viewer's own mark. */
const paintTile: LabelLook['paint'] = (context, { width, height }, { number, name }, font, own) => {
  const middle = width / 2;
  const color = own === null ? '#ff0000' : '#00ff00';
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = height * 0.018;
  const bold = (pixels: number): string => `760 ${pixels}px ${font}`;
  const caption = [name, own].filter((part) => part !== null && part !== '').join(' · ');
  fitText(
    context,
    String(number),
    { x: middle, y: height * (caption === '' ? 0.53 : 0.46), width: width * 0.78, most: height * 0.56 },
    bold,
  );
  if (caption !== '') {
    fitText(
      context,
      caption,
      { x: middle, y: height * 0.82, width: width * 0.84, most: height * 0.125, least: height * 0.1 },
      bold,
    );
  }
  context.strokeRect(width * 0.055, height * 0.07, width * 0.89, height * 0.86);
};

export const TILE_LABEL: LabelLook = { width: 228, height: 176, paint: paintTile };

/** @param window half the height that the machine's front leaves open */
export function tileMesh(labels: Labels, count: number, light: Uniforms, window: number): TileMesh {
  const shape = roundBox(TILE.width - 0.03, TILE.height - 0.03, TILE.thick, 0.034);
  const copies = instances(shape, count, { aPlace: 4, aTurn: 4, aLook: 4 });
  const uniforms: Uniforms = {
    ...light,
    ...labels.uniforms,
    uWindow: { value: window },
    uSpot: { value: 0 },
  };
  return {
    mesh: solid(
      copies.geometry,
      new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms }),
      1,
    ),
    uniforms,
    numbers: copies.numbers,
    touch: () => copies.touch('aPlace', 'aTurn', 'aLook'),
  };
}
