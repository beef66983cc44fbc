/** A harbour at night: sky, a skyline with lit windows, the quay's lamps and black water that takes every light. */
import type { Mesh } from 'three';
import { NOISE, SCREEN } from '../../engine/shader-parts.ts';
import { backdrop } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';

const NIGHT = /* glsl */ `
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uLight;
uniform float uTime;
uniform vec3 uBursts;
varying vec2 vUv;
${SCREEN}
${NOISE}
/** Height of the houses over the water at x, and their number. */
vec2 houses(float x, float scale, float seed) {
  float cell = floor(x * scale + seed);
  float high = 0.035 + 0.13 * hash(vec2(cell, seed)) * hash(vec2(cell, seed + 3.0));
  float tower = step(0.93, hash(vec2(cell, seed + 7.0))) * 0.12 * step(abs(fract(x * scale + seed) - 0.5), 0.22);
  return vec2(high + tower, cell);
}
vec3 sky(vec2 p) {
  float up = max(p.y, 0.0);
  vec3 color = mix(vec3(0.0022, 0.0075, 0.0205), vec3(0.0006, 0.0018, 0.0075), smoothstep(0.0, 1.7, up));
  color += vec3(0.15, 0.046, 0.011) * exp(-up * 6.0) * (0.3 + 0.7 * uLight);
  float smoke = clouds(vec2(p.x * 1.1 - uTime * 0.012, up * 1.5 + 3.0));
  color += uBursts * (0.003 + 0.05 * smoke * smoke * smoke) * exp(-pow(up - 1.2, 2.0) * 1.6);
  float star = smoothstep(0.9965, 1.0, hash(floor(p * 150.0))) * smoothstep(0.55, 0.1, length(fract(p * 150.0) - 0.5));
  return color + vec3(0.22, 0.25, 0.3) * star * smoothstep(0.35, 1.0, up);
}
vec3 town(vec2 p, vec3 color) {
  vec2 far = houses(p.x, 13.0, 5.0);
  color = mix(color, vec3(0.0032, 0.005, 0.008) + uBursts * 0.003 + vec3(0.016, 0.006, 0.002) * exp(-p.y * 12.0), step(p.y, far.x + 0.02));
  vec2 near = houses(p.x, 6.3, 1.0);
  float wall = step(p.y, near.x);
  vec2 pane = vec2(p.x * 120.0, p.y * 130.0);
  vec2 f = abs(fract(pane) - 0.5);
  float window = step(max(f.x, f.y), 0.3) * step(0.8, hash(floor(pane) + near.y)) * step(0.012, p.y);
  float crisp = smoothstep(0.7, 0.25, fwidth(pane.y));
  vec3 front = vec3(0.0018, 0.0024, 0.0036) + mix(vec3(0.02, 0.011, 0.004), vec3(0.62, 0.36, 0.13) * window, crisp) * (0.12 + 0.88 * uLight);
  return mix(color, front, wall);
}
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  vec3 color;
  if (p.y >= 0.0) color = town(p, sky(p));
  else {
    float depth = -p.y;
    float wave = noise(vec2(p.x * 5.0 / (0.25 + depth), depth * 60.0 / (0.35 + depth) - uTime * 0.5)) - 0.5;
    vec2 m = vec2(p.x + wave * 0.05 * (0.3 + depth), depth * 1.35 + wave * 0.07 * (0.2 + depth));
    color = town(m, sky(m)) * 0.55 + uBursts * (0.006 + 0.012 * max(wave, 0.0)) * exp(-depth * 0.7);
    color *= 0.75 + 0.5 * wave;
    // The quay's lamps and their long reflections.
    float post = abs(fract(p.x * 1.9 + 0.25) - 0.5) / 1.9;
    float reach = exp(-pow(post + wave * 0.012, 2.0) * 3200.0) * exp(-depth * 8.0) * (0.4 + 1.3 * wave);
    color += vec3(0.9, 0.5, 0.18) * reach * 0.3 * (0.12 + 0.88 * uLight);
  }
  vec2 lamp = vec2(abs(fract(p.x * 1.9 + 0.25) - 0.5) / 1.9, p.y - 0.014);
  color += vec3(1.0, 0.58, 0.22) * (exp(-dot(lamp, lamp) * 24000.0) * 1.3 + exp(-length(lamp) * 60.0) * 0.1) * (0.12 + 0.88 * uLight);
  gl_FragColor = vec4(screen(color), 1.0);
}
`;

export function harbour(uniforms: Uniforms): Mesh {
  return backdrop(NIGHT, uniforms);
}
