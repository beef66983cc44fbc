/** Materials that several worlds share: surfaces in the studio light, light and lettering over all else, backdrops. */
import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  Color,
  Mesh,
  NormalBlending,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { IUniform, Material } from 'three';
import { BACKDROP_VERTEX, PLAIN_VERTEX, SCREEN, STUDIO } from './shader-parts.ts';
import type { Rect, Size } from './camera.ts';

/** Shader inputs by name. */
export type Uniforms = Record<string, IUniform>;

/** @throws Error when the shader has no such input */
export function uniform(uniforms: Uniforms, name: string): IUniform {
  const found = uniforms[name];
  if (found === undefined) throw new Error(`No uniform ${name}.`);
  return found;
}

/** A colour exactly as it is written; the shaders make it linear themselves. */
export function screenColor(hex: string): Color {
  return new Color().setStyle(hex, '');
}

/** Light or lettering: lets through what is behind it and hides nothing. */
export function overlayMaterial(
  vertexShader: string,
  fragmentShader: string,
  { uniforms = {}, additive = true }: { uniforms?: Uniforms; additive?: boolean } = {},
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    blending: additive ? AdditiveBlending : NormalBlending,
  });
}

/** One triangle over the whole screen, behind everything; its shader gets `position` in clip space. */
export function fullScreen(material: Material): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  );
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -100;
  return mesh;
}

/** Inputs that every backdrop has; `placeBackdrop` sets them. */
export function backdropUniforms(): Uniforms {
  return { uView: { value: [1, 1, 1] }, uCentre: { value: [0.5, 0.5] } };
}

/** A background behind the whole world, painted by its shader alone. @param isOpaque false: over what was drawn before */
export function backdrop(fragmentShader: string, uniforms: Uniforms, isOpaque = true): Mesh {
  return fullScreen(
    new ShaderMaterial({
      vertexShader: BACKDROP_VERTEX,
      fragmentShader,
      uniforms,
      transparent: !isOpaque,
      depthTest: false,
      depthWrite: false,
    }),
  );
}

/**
 * Sets where the origin of a backdrop is on the screen.
 *
 * @param y CSS pixels from the top, for the horizontal middle of `rect`
 * @param perUnit CSS pixels of one of its units
 */
export function placeBackdrop(uniforms: Uniforms, view: Size, rect: Rect, y: number, perUnit: number): void {
  uniform(uniforms, 'uView').value = [view.width, view.height, perUnit];
  uniform(uniforms, 'uCentre').value = [(rect.x + rect.width / 2) / view.width, 1 - y / view.height];
}

const STUDIO_SURFACE = /* glsl */ `
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

type Rgb = readonly [number, number, number];

/** The inputs of `STUDIO` in shader-parts, and the eye. Colours are linear shares. */
export function studioLight({ key, sky, ground }: { key: Rgb; sky: Rgb; ground: Rgb }): Uniforms {
  return {
    uKey: { value: new Vector3(...key) },
    uSky: { value: new Vector3(...sky) },
    uGround: { value: new Vector3(...ground) },
    uLight: { value: 1 },
    uEye: { value: new Vector3() },
  };
}

export interface Surface {
  color: string;
  /** 0 dull … 1 polished. */
  gloss?: number;
  /** 1: mirrors in its own colour. */
  metal?: number;
  rough?: number;
  /** Light of its own. */
  glow?: number;
}

/** A surface in the studio light: lacquer, enamel or metal. @param light from studioLight */
export function studioMaterial(light: Uniforms, surface: Surface): ShaderMaterial {
  const { color, gloss = 0.8, metal = 0, rough = 0.08, glow = 0 } = surface;
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: STUDIO_SURFACE,
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
