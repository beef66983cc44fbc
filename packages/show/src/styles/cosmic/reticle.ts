/** The mark in the sky: a fine ring with its cross, like a telescope's. It appears with the slow-down. */
import { AdditiveBlending, PlaneGeometry, ShaderMaterial } from 'three';
import type { Mesh } from 'three';
import { smooth } from '../../engine/curves.ts';
import { solid } from '../../engine/shapes.ts';
import { uniform } from '../../engine/uniforms.ts';
import type { Uniforms } from '../../engine/uniforms.ts';
import type { Mood } from '../../mood.ts';
import { MARK } from '../../physics/star-wheel.ts';
import { AT } from '../../timing.ts';
import type { Moment } from '../../timing.ts';

const FRAGMENT = /* glsl */ `
uniform float uPower;
uniform float uBeat;
varying vec2 vAt;
void main() {
  float r = length(vAt);
  float thin = 0.0045 + fwidth(r) * 0.6;
  float ring = smoothstep(thin, 0.0, abs(r - 0.34 - 0.02 * uBeat)) + 0.45 * smoothstep(thin, 0.0, abs(r - 0.4));
  vec2 a = abs(vAt);
  float ticks = smoothstep(thin, 0.0, min(a.x, a.y)) * smoothstep(0.28, 0.3, r) * smoothstep(0.47, 0.45, r);
  float haze = exp(-r * r * 16.0) * (0.12 + 0.25 * uBeat);
  gl_FragColor = vec4(vec3(1.0, 0.78, 0.5) * ((ring + ticks) * 0.85 + haze) * uPower, 1.0);
}
`;

export function reticle(): { mesh: Mesh; update(moment: Moment, mood: Mood): void } {
  const uniforms: Uniforms = { uPower: { value: 0 }, uBeat: { value: 0 } };
  const material = new ShaderMaterial({
    vertexShader: /* glsl */ `
varying vec2 vAt;
void main() { vAt = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: FRAGMENT,
    uniforms,
    blending: AdditiveBlending,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = solid(new PlaneGeometry(1.4, 1.4), material, 3);
  mesh.position.set(MARK.x, MARK.y, 0.01);
  return {
    mesh,
    update({ t }, { beat, waiting }) {
      const there =
        smooth(t, AT.slowdown - 1, AT.slowdown + 1.5) * (1 - smooth(t, AT.runup + 1.6, AT.reveal));
      uniform(uniforms, 'uPower').value = there;
      uniform(uniforms, 'uBeat').value = beat + 0.4 * waiting;
    },
  };
}
