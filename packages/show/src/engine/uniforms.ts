/** Shader inputs by name, so that a misspelt one fails at once. */
import { Color } from 'three';
import type { IUniform } from 'three';

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
