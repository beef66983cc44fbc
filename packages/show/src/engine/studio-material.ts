/** A surface in the studio light: lacquer, enamel or metal. The worlds' furniture is made of it. */
import { ShaderMaterial } from 'three';
import { PLAIN_VERTEX, SCREEN, STUDIO } from './shader-parts.ts';
import { screenColor } from './uniforms.ts';
import type { Uniforms } from './uniforms.ts';

const FRAGMENT = /* glsl */ `
uniform vec3 uColor;
uniform float uGloss;
uniform float uMetal;
uniform float uRough;
uniform float uGlow;
uniform vec3 uEye;
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
${STUDIO}
${SCREEN}
void main() {
  vec3 n = normalize(vNormal);
  vec3 toEye = normalize(uEye - vPlace);
  vec3 albedo = linear(uColor);
  float facing = max(dot(n, toEye), 0.0);
  float fresnel = 0.045 + 0.7 * pow(1.0 - facing, 4.0);
  vec3 room = mirrored(reflect(-toEye, n), uRough);
  vec3 body = lit(n, albedo, 1.0) * (1.0 - 0.8 * uMetal);
  vec3 shine = room * mix(vec3(fresnel), albedo * (0.75 + 0.6 * fresnel), uMetal) * uGloss * (0.25 + 0.75 * uLight);
  gl_FragColor = vec4(screen(body + shine + albedo * uGlow), 1.0);
}
`;

export interface Surface {
  color: string;
  /** 0 dull … 1 polished. */
  gloss?: number;
  /** 1: mirrors in its own colour. */
  metal?: number;
  rough?: number;
  /** Shines by itself. */
  glow?: number;
}

/** @param light the world's shared lamp inputs: uKey, uSky, uGround, uLight, uEye */
export function studioMaterial(light: Uniforms, surface: Surface): ShaderMaterial {
  const { color, gloss = 0.8, metal = 0, rough = 0.08, glow = 0 } = surface;
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      ...light,
      uColor: { value: screenColor(color) },
      uGloss: { value: gloss },
      uMetal: { value: metal },
      uRough: { value: rough },
      uGlow: { value: glow },
    },
  });
}
