/** The paper balls: crumpled spheres with their number on six sides, in one draw call. */
import { IcosahedronGeometry, ShaderMaterial, Vector3 } from 'three';
import type { BufferGeometry, Mesh } from 'three';
import { mix } from '../../engine/curves.ts';
import { fitText } from '../../engine/fit-text.ts';
import type { LabelLook, Labels } from '../../engine/labels.ts';
import { between, randomFrom } from '../../engine/random.ts';
import { instances, solid } from '../../engine/shapes.ts';
import { LABEL, NOISE, SCREEN, STUDIO, TURNED } from '../../engine/shader-parts.ts';
import { screenColor } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import type { ClassicPalette } from './palette.ts';

const VERTEX = /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aTurn;
attribute vec4 aShade;
attribute vec4 aLook;
attribute vec3 aColor;
varying vec3 vLocal;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec4 vShade;
varying vec4 vLook;
varying vec3 vColor;
${TURNED}
void main() {
  vLocal = position;
  vColor = aColor;
  vLook = aLook;
  vShade = aShade;
  vNormal = turned(aTurn, normalize(normal));
  vPlace = aPlace.xyz + turned(aTurn, position) * aPlace.w;
  gl_Position = projectionMatrix * viewMatrix * vec4(vPlace, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
uniform vec3 uInk;
uniform vec3 uPaper;
uniform vec3 uStrong;
uniform float uSpot;
uniform vec3 uEye;
varying vec3 vLocal;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec4 vShade;
varying vec4 vLook;
varying vec3 vColor;
${STUDIO}
${SCREEN}
${NOISE}
${LABEL}
void main() {
  vec3 d = normalize(vLocal);
  vec3 a = abs(d);
  vec3 flip = sign(d);
  vec2 p;
  if (a.z >= a.x && a.z >= a.y) p = vec2(flip.z * d.x, d.y);
  else if (a.x >= a.y) p = vec2(-flip.x * d.z, d.y);
  else p = vec2(d.x, -flip.y * d.z);
  vec2 uv = p / 0.7 * 0.5 + 0.5;
  vec3 albedo = linear(vColor);
  vec3 paper = linear(uPaper);
  // Outside the label's disc the same texel is read, so that the texture's levels stay continuous.
  vec4 label = labelAt(vLook.x, vec2(uv.x, 1.0 - uv.y), 0.02);
  float inside = step(max(abs(uv.x - 0.5), abs(uv.y - 0.5)), 0.48);
  albedo = mix(albedo, paper, label.b * inside);
  albedo = mix(albedo, linear(uInk), label.r * vLook.y * inside);
  albedo = mix(albedo, linear(uStrong), label.g * vLook.y * inside);
  float fibre = noise(d.xy * 38.0 + d.z * 21.0) - 0.5;
  vec3 n = normalize(vNormal + fibre * 0.05);
  float hidden = clamp(dot(n, vShade.xyz), 0.0, 0.85);
  float shade = (1.0 - 0.72 * hidden) * (1.0 - vShade.w) * (1.0 + 0.07 * fibre);
  vec3 color = lit(n, albedo, shade);
  vec3 toEye = normalize(uEye - vPlace);
  // Paper lets a little light through where it is thin.
  color += albedo * uKey * 0.1 * pow(1.0 - max(dot(n, toEye), 0.0), 2.0) * uLight;
  float lamp = max(dot(n, normalize(vec3(-0.2, 0.75, 0.62))) * 0.6 + 0.4, 0.0);
  color = mix(color * mix(1.0, 0.3, min(uSpot, 1.1) * (1.0 - vLook.z)), color + albedo * uKey * lamp * uSpot * mix(shade, 1.0, 0.6) * 0.9, vLook.z);
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export interface BallMesh {
  mesh: Mesh;
  /** Per ball: x y z radius · x y z w · neighbours' direction and shade · label, ink, running. */
  numbers(name: 'aPlace' | 'aTurn' | 'aShade' | 'aLook'): Float32Array;
  touch(): void;
  uniforms: Uniforms;
}

/** The paper disc with a number; red is ink, green the viewer's own mark, blue the disc. */
const paintNumber: LabelLook['paint'] = (context, { width: size }, { number }, font, own) => {
  const middle = size / 2;
  context.globalCompositeOperation = 'lighter';
  disc(context, middle, size * 0.46, '#0000ff');
  context.lineWidth = size * 0.022;
  context.strokeStyle = own === null ? '#ff0000' : '#00ff00';
  if (own !== null) context.lineWidth = size * 0.055;
  context.beginPath();
  context.arc(middle, middle, size * 0.435, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = own === null ? '#ff0000' : '#00ff00';
  const bold = (pixels: number): string => `760 ${pixels}px ${font}`;
  fitText(
    context,
    String(number),
    { x: middle, y: middle + size * (own === null ? 0.03 : -0.04), width: size * 0.7, most: size * 0.54 },
    bold,
  );
  if (own === null) {
    // A bar under the number distinguishes 6 from 9.
    context.fillRect(middle - size * 0.11, size * 0.735, size * 0.22, size * 0.028);
    return;
  }
  fitText(context, own, { x: middle, y: size * 0.75, width: size * 0.44, most: size * 0.17 }, bold);
};

function disc(context: CanvasRenderingContext2D, middle: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(middle, middle, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Flat places pressed into the paper: directions and how much of the radius is left there. */
function dents(): { x: number; y: number; z: number; left: number }[] {
  const random = randomFrom('paper', 'dents');
  const found: { x: number; y: number; z: number; left: number }[] = [];
  for (let tries = 0; found.length < 34 && tries < 900; tries += 1) {
    const x = between(random, -1, 1);
    const y = between(random, -1, 1);
    const z = between(random, -1, 1);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 0.2 || length > 1) continue;
    const dent = { x: x / length, y: y / length, z: z / length, left: between(random, 0.945, 0.975) };
    // The six numbers stand on round places.
    if (Math.max(Math.abs(dent.x), Math.abs(dent.y), Math.abs(dent.z)) > 0.9) continue;
    found.push(dent);
  }
  return found;
}

/** A sphere of paper, pressed into facets; the same for every ball, which turn differently. */
function crumpled(): BufferGeometry {
  const geometry = new IcosahedronGeometry(1, 7);
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const facets = dents();
  for (let index = 0; index < position.count; index += 1) {
    const x = position.getX(index);
    const y = position.getY(index);
    const z = position.getZ(index);
    let radius = 1;
    let [nx, ny, nz] = [x, y, z];
    for (const dent of facets) {
      const toward = x * dent.x + y * dent.y + z * dent.z;
      if (toward <= 0 || dent.left / toward >= radius) continue;
      radius = dent.left / toward;
      [nx, ny, nz] = [dent.x, dent.y, dent.z];
    }
    position.setXYZ(index, x * radius, y * radius, z * radius);
    normal.setXYZ(index, mix(x, nx, 0.75), mix(y, ny, 0.75), mix(z, nz, 0.75));
  }
  return geometry;
}

export const BALL_LABEL: LabelLook = { width: 224, height: 224, paint: paintNumber };

/** @param tints index of each ball's colour in the palette */
export function ballMesh(
  labels: Labels,
  tints: readonly number[],
  palette: ClassicPalette,
  light: Uniforms,
): BallMesh {
  const count = tints.length;
  const copies = instances(crumpled(), count, { aPlace: 4, aTurn: 4, aShade: 4, aLook: 4, aColor: 3 });
  const colors = copies.numbers('aColor');
  const look = copies.numbers('aLook');
  for (let ball = 0; ball < count; ball += 1) {
    const { r, g, b } = screenColor(palette.balls[tints[ball] ?? 0] ?? palette.paper);
    colors.set([r, g, b], 3 * ball);
    look[4 * ball] = ball;
  }
  const uniforms: Uniforms = {
    ...light,
    ...labels.uniforms,
    uInk: { value: screenColor(palette.ink) },
    uPaper: { value: screenColor(palette.paper) },
    uStrong: { value: screenColor(palette.strong) },
    uSpot: { value: 0 },
    uEye: { value: new Vector3() },
  };
  const material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms });
  return {
    mesh: solid(copies.geometry, material, 2),
    numbers: copies.numbers,
    touch: () => copies.touch('aPlace', 'aTurn', 'aShade', 'aLook'),
    uniforms,
  };
}
