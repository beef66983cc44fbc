/** For worlds that lie over other content: what is bright covers, what is dark lets through. Suits worlds made of light alone. */
import { NoBlending, OrthographicCamera, Scene, ShaderMaterial, WebGLRenderTarget } from 'three';
import type { Camera, WebGLRenderer } from 'three';
import { BACKDROP_VERTEX } from './shader-parts.ts';
import { fullScreen } from './materials.ts';

export interface DarkIsClear {
  target: WebGLRenderTarget;
  /** Draws the scene into the target, then the target's light onto the canvas. */
  render(scene: Scene, camera: Camera): void;
  dispose(): void;
}

export function darkIsClear(renderer: WebGLRenderer): DarkIsClear {
  const target = new WebGLRenderTarget(1, 1, { samples: 4 });
  const material = new ShaderMaterial({
    vertexShader: BACKDROP_VERTEX,
    // The canvas takes colours that are multiplied by their opacity already.
    fragmentShader: /* glsl */ `
uniform sampler2D uPicture;
varying vec2 vUv;
void main() {
  vec3 color = texture2D(uPicture, vUv).rgb;
  gl_FragColor = vec4(color, max(color.r, max(color.g, color.b)));
}`,
    uniforms: { uPicture: { value: target.texture } },
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const sheet = fullScreen(material);
  const over = new Scene();
  over.add(sheet);
  const flat = new OrthographicCamera();
  return {
    target,
    render(scene, camera) {
      const { width, height } = renderer.domElement;
      target.setSize(width, height);
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      renderer.render(over, flat);
    },
    dispose() {
      target.dispose();
      material.dispose();
      sheet.geometry.dispose();
    },
  };
}
