/** Lacquer, glass, floor and backdrop of the paper studio. */
import { CustomBlending, DoubleSide, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial } from 'three';
import type { Side } from 'three';
import { PLAIN_VERTEX, SCREEN, STUDIO } from '../../engine/shader-parts.ts';
import { backdropUniforms, screenColor } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import type { ClassicPalette } from './palette.ts';

/** For glass and shadows, whose colours are multiplied with their alpha already. */
const PREMULTIPLIED = {
  transparent: true,
  depthWrite: false,
  blending: CustomBlending,
  blendSrc: OneFactor,
  blendDst: OneMinusSrcAlphaFactor,
} as const;

const LACQUER = /* glsl */ `
uniform vec3 uColor;
uniform float uGloss;
uniform vec3 uEye;
uniform vec4 uDimples;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
${STUDIO}
${SCREEN}
void main() {
  vec3 n = normalize(vNormal);
  vec3 toEye = normalize(uEye - vPlace);
  float shade = 0.72 + 0.28 * smoothstep(-1.7, -1.15, vPlace.y);
  // The drum stands above and takes the light from the middle.
  shade *= 1.0 - 0.5 * smoothstep(0.95, 0.1, length(vec2(vPlace.x, vPlace.z * 0.8))) * step(0.5, n.y) * uDimples.w;
  if (uDimples.z > 0.5) {
    for (int place = 0; place < 3; place++) {
      float x = (float(place) - (uDimples.z - 1.0) * 0.5) * uDimples.x;
      if (float(place) < uDimples.z) shade *= mix(0.5, 1.0, smoothstep(0.02, 0.15, length(vPlace.xz - vec2(x, uDimples.y))));
    }
  }
  float fresnel = 0.04 + 0.6 * pow(1.0 - max(dot(n, toEye), 0.0), 4.0);
  vec3 color = lit(n, linear(uColor), shade) + mirrored(reflect(-toEye, n), 0.12) * fresnel * uGloss * (0.3 + 0.7 * shade) * (0.25 + 0.75 * uLight);
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export interface LacquerOptions {
  color: string;
  gloss: number;
  /** Distance and depth of the cradles and how many; and 1 when the drum's shadow falls on it. */
  dimples?: readonly [number, number, number, number];
}

export function lacquer(
  light: Uniforms,
  { color, gloss, dimples = [0, 0, 0, 0] }: LacquerOptions,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: LACQUER,
    uniforms: {
      ...light,
      uColor: { value: screenColor(color) },
      uGloss: { value: gloss },
      uDimples: { value: [...dimples] },
    },
  });
}

const GLASS = /* glsl */ `
uniform vec3 uGlass;
uniform vec3 uEye;
uniform float uFace;
uniform float uDark;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
${STUDIO}
${SCREEN}
void main() {
  vec3 toEye = normalize(uEye - vPlace);
  float far = length(vPlace.xy);
  vec3 n = normalize(vNormal);
  // A pane is never quite flat: the light on it bends towards the rim.
  if (uFace > 0.5) n = normalize(vec3(vPlace.xy * 0.16, uFace > 1.5 ? -1.0 : 1.0));
  if (dot(n, toEye) < 0.0) n = -n;
  float cosine = max(dot(n, toEye), 0.0);
  float fresnel = 0.045 + 0.955 * pow(1.0 - cosine, 5.0);
  vec3 r = reflect(-toEye, n);
  vec3 shine = mirrored(r, 0.015) * fresnel;
  float tint = uFace > 0.5 ? (uFace > 1.5 ? 0.12 : 0.02) + 0.16 * smoothstep(0.72, 1.0, far) : 0.1 + 0.5 * pow(1.0 - cosine, 2.0);
  if (uFace > 0.5) {
    float window = softBox(r, normalize(vec3(-0.34, 0.5, 0.8)), normalize(vec3(0.9, 0.25, 0.2)), vec2(0.26, 0.22), 0.012);
    float bars = 1.0 - 0.8 * smoothstep(0.012, 0.002, abs(fract(vPlace.x * 1.6 - vPlace.y * 0.45 + 0.12) - 0.5));
    shine += uKey * window * bars * 0.1 * uLight * (uFace > 1.5 ? 0.0 : 1.0);
    shine += uKey * 0.34 * smoothstep(0.955, 0.985, far) * smoothstep(1.02, 0.99, far) * uLight;
  }
  vec3 body = linear(uGlass) * (uSky * 0.9 + uKey * 0.25 * uLight) * mix(0.85, 0.4, uDark);
  gl_FragColor = vec4(screen(body) * tint + shine / (1.0 + shine * 0.4), tint);
}
`;

/** @param face 0 the curved wall, 1 the front pane, 2 the back pane */
export function glass(
  light: Uniforms,
  palette: ClassicPalette,
  face: 0 | 1 | 2,
  side: Side = DoubleSide,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: GLASS,
    side,
    ...PREMULTIPLIED,
    uniforms: {
      ...light,
      uGlass: { value: screenColor(palette.glass) },
      uFace: { value: face },
      uDark: { value: palette.dark },
    },
  });
}

export const BACKDROP = /* glsl */ `
uniform vec3 uBackdrop;
uniform vec3 uPool;
uniform vec3 uHorizon;
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uLight;
uniform float uDark;
varying vec2 vUv;
${SCREEN}
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  float pool = exp(-dot(p, p) * 1.5);
  vec3 color = mix(uBackdrop, uPool, pool * mix(1.0, 0.85, uDark));
  float floorLine = smoothstep(-0.62, -1.25, p.y);
  color = mix(color, uHorizon, floorLine * mix(0.75, 0.9, uDark));
  vec3 dusk = mix(mix(vec3(0.5, 0.455, 0.41), vec3(0.8, 0.75, 0.69), pool), vec3(0.32), uDark);
  float lamps = smoothstep(0.3, 1.0, uLight);
  gl_FragColor = vec4(color * mix(dusk, vec3(1.0), lamps) + grain(gl_FragCoord.xy) / 255.0, 1.0);
}
`;

export function studioUniforms(light: Uniforms, palette: ClassicPalette): Uniforms {
  return {
    ...light,
    ...backdropUniforms(),
    uBackdrop: { value: screenColor(palette.backdrop) },
    uPool: { value: screenColor(palette.pool) },
    uHorizon: { value: screenColor(palette.horizon) },
    uDark: { value: palette.dark },
  };
}

const FLOOR = /* glsl */ `
uniform float uShadow;
uniform float uDark;
uniform float uLight;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
float box(vec2 p, vec2 size) {
  vec2 d = abs(p) - size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}
void main() {
  vec2 p = vPlace.xz;
  float contact = 1.0 - smoothstep(-0.08, 0.34, box(p, vec2(0.98, 0.5)));
  contact = max(contact, 1.0 - smoothstep(-0.06, 0.24, box(p - vec2(0.0, 0.95), vec2(0.66, 0.34))));
  vec2 fall = (p - vec2(0.75, -0.35)) * mat2(0.92, 0.39, -0.39, 0.92);
  float wide = exp(-dot(fall * vec2(0.7, 1.3), fall * vec2(0.7, 1.3)));
  float a = uShadow * max(contact * contact, 0.55 * wide * uLight);
  vec3 glow = vec3(0.62, 0.3, 0.16) * uDark * uLight * 0.34 * exp(-dot(p * vec2(0.36, 0.5), p * vec2(0.36, 0.5))) * (1.0 - contact * 0.85);
  gl_FragColor = vec4(vec3(0.11, 0.075, 0.05) * a * (1.0 - uDark) + glow, a);
}
`;

export function floor(light: Uniforms, palette: ClassicPalette): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: FLOOR,
    ...PREMULTIPLIED,
    uniforms: { ...light, uShadow: { value: palette.shadow }, uDark: { value: palette.dark } },
  });
}

const ARCH = /* glsl */ `
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
void main() {
  vec2 p = vLocal.xy;
  float reach = length(vec2(p.x, max(p.y - 0.02, 0.0)));
  float soft = smoothstep(0.19, 0.184, reach);
  float deep = smoothstep(0.0, 0.19, reach);
  gl_FragColor = vec4(mix(vec3(0.05, 0.03, 0.025), vec3(0.16, 0.06, 0.035), deep * deep), soft);
}
`;

/** The opening in the base through which the balls come. */
export function arch(): ShaderMaterial {
  return new ShaderMaterial({ vertexShader: PLAIN_VERTEX, fragmentShader: ARCH, transparent: true });
}
