/** The night itself: dusk over a lake, a milky way that is painted once, and thousands of star trails in one draw call. */
import {
  DoubleSide,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
} from 'three';
import type { Mesh, WebGLRenderer } from 'three';
import { between, randomFrom } from '../../engine/random.ts';
import { BACKDROP_VERTEX, NOISE, SCREEN } from '../../engine/shader-parts.ts';
import { instances, solid } from '../../engine/shapes.ts';
import type { Instances } from '../../engine/shapes.ts';
import { backdrop, fullScreen, overlayMaterial } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';

const SKY = /* glsl */ `
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uHorizon;
uniform float uLight;
varying vec2 vUv;
${SCREEN}
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  float up = p.y - uHorizon;
  vec3 night = mix(vec3(0.0035, 0.0105, 0.022), vec3(0.0006, 0.0018, 0.006), smoothstep(0.1, 2.6, up));
  vec3 teal = vec3(0.006, 0.046, 0.064) * exp(-up * up * 1.5);
  vec3 ember = vec3(0.95, 0.27, 0.045) * exp(-max(up, 0.0) * 4.2) * exp(-p.x * p.x * 0.2);
  gl_FragColor = vec4(screen(night + (teal + ember) * (0.25 + 0.75 * uLight)), 1.0);
}
`;

/** Hills, the lake and a small observatory; above the hills nothing is drawn. */
const LAND = /* glsl */ `
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uHorizon;
uniform float uLight;
uniform float uTime;
uniform vec4 uGlow[3];
varying vec2 vUv;
${SCREEN}
${NOISE}
float ridge(float x, float scale, float seed) {
  return noise(vec2(x * scale, seed)) * 0.62 + noise(vec2(x * scale * 2.7, seed + 4.0)) * 0.26 + noise(vec2(x * scale * 7.0, seed + 9.0)) * 0.08;
}
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  float up = p.y - uHorizon;
  float soft = 2.0 / uView.z;
  float far = 0.05 + 0.36 * ridge(p.x + 31.0, 0.8, 2.0);
  float near = -0.02 + 0.3 * ridge(p.x + 12.0, 1.25, 7.0) * smoothstep(0.1, 1.5, abs(p.x - 0.25));
  // The observatory on the right-hand hill: a dome with a warm slit.
  vec2 d = p - vec2(1.18, uHorizon + 0.27);
  float dome = min(length(d) - 0.07, max(abs(d.x) - 0.062, abs(d.y + 0.1) - 0.1));
  vec3 color = vec3(0.005, 0.015, 0.021) + vec3(0.055, 0.018, 0.006) * exp(-max(up, 0.0) * 9.0) * uLight;
  float alpha = smoothstep(soft, -soft, up - far);
  float front = smoothstep(soft, -soft, min(up - near, dome));
  color = mix(color, vec3(0.0012, 0.003, 0.0045), front);
  float slit = smoothstep(0.012, 0.004, abs(d.x + 0.012 + d.y * 0.25)) * step(0.0, d.y) * step(length(d), 0.064);
  color += vec3(1.0, 0.6, 0.22) * slit;
  alpha = max(alpha, front);
  if (up < 0.0) {
    // Still water: the dusk upside down, drawn out by small waves.
    float depth = -up;
    float wave = noise(vec2(p.x * 2.4 / (0.16 + depth), depth * 46.0 / (0.3 + depth) - uTime * 0.35)) - 0.5;
    float mirror = depth * 1.25 + wave * 0.1 * depth + 0.02 * wave;
    float hills = smoothstep(0.015, -0.015, mirror - far * 0.9);
    vec3 water = vec3(0.85, 0.25, 0.045) * exp(-mirror * 4.2) * exp(-p.x * p.x * 0.16) * 0.55 + vec3(0.01, 0.05, 0.068) * exp(-mirror * mirror) * 0.9;
    water = mix(water, vec3(0.006, 0.012, 0.016), hills * 0.85) * (0.25 + 0.75 * uLight) + vec3(0.002, 0.005, 0.009);
    water += vec3(0.05, 0.08, 0.1) * max(wave, 0.0) * exp(-depth * 2.0) * uLight * 0.35;
    for (int index = 0; index < 3; index++) {
      vec4 glow = uGlow[index];
      float across = (p.x - glow.x + wave * 0.12) / (0.05 + 0.14 * depth);
      water += vec3(1.0, 0.72, 0.4) * glow.w * exp(-across * across) * exp(-depth * 1.5) * (0.55 + wave);
    }
    color = water;
    alpha = 1.0;
  }
  gl_FragColor = vec4(screen(color), alpha);
}
`;

const MILKY_WAY = /* glsl */ `
varying vec2 vUv;
${NOISE}
void main() {
  vec2 p = (vUv - 0.5) * 2.0;
  vec2 q = mat2(0.86, 0.5, -0.5, 0.86) * p + vec2(0.0, 0.12);
  q.y += 0.16 * (clouds(q * 2.2 + 3.0) - 0.5);
  float band = exp(-q.y * q.y * 30.0);
  float dust = clouds(q * vec2(3.0, 6.0) + 9.0);
  float lane = smoothstep(0.42, 0.62, clouds(q * vec2(2.4, 5.2) + 20.0)) * exp(-q.y * q.y * 60.0);
  float light = band * (0.06 + 1.5 * dust * dust * dust) * (1.0 - 0.85 * lane);
  vec3 color = mix(vec3(0.3, 0.42, 0.5), vec3(0.85, 0.68, 0.48), smoothstep(0.2, 0.95, band * dust * 1.7)) * light;
  vec2 grid = p * 300.0;
  float speck = smoothstep(0.965, 1.0, hash(floor(grid))) * smoothstep(0.5, 0.1, length(fract(grid) - 0.5));
  color *= 0.8 + 5.0 * speck;
  float edge = smoothstep(1.0, 0.45, length(p));
  gl_FragColor = vec4(color * edge, 1.0);
}
`;

/** The plane of the sky's light, painted once into a texture. */
export function milkyWay(renderer: WebGLRenderer): {
  mesh: Mesh;
  target: WebGLRenderTarget;
  uniforms: Uniforms;
} {
  const target = new WebGLRenderTarget(1024, 1024, { depthBuffer: false });
  const paint = new Scene();
  const brush = new ShaderMaterial({ vertexShader: BACKDROP_VERTEX, fragmentShader: MILKY_WAY });
  const canvas = fullScreen(brush);
  paint.add(canvas);
  renderer.setRenderTarget(target);
  renderer.render(paint, new OrthographicCamera());
  renderer.setRenderTarget(null);
  canvas.geometry.dispose();
  brush.dispose();
  const uniforms: Uniforms = { uMap: { value: target.texture }, uStrength: { value: 1 } };
  const material = overlayMaterial(
    /* glsl */ `
varying vec2 vUv;
void main() { vUv = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    /* glsl */ `
uniform sampler2D uMap;
uniform float uStrength;
varying vec2 vUv;
void main() { gl_FragColor = vec4(texture2D(uMap, vUv).rgb * uStrength, 1.0); }`,
    { uniforms },
  );
  return { mesh: solid(new PlaneGeometry(11, 11), material, -20), target, uniforms };
}

const TRAIL_VERTEX = /* glsl */ `
attribute vec4 aStar;
attribute vec3 aTint;
uniform float uAngle;
uniform float uTrail;
uniform float uTime;
uniform float uPixel;
varying float vAlong;
varying float vAcross;
varying vec3 vTint;
void main() {
  vAlong = position.x + 0.5;
  vAcross = position.y * 2.0;
  float turns = aStar.y + uAngle - uTrail * (0.5 - position.x);
  float radians = turns * 6.28318530718;
  vec2 out2 = vec2(cos(radians), sin(radians));
  vec2 way = vec2(-out2.y, out2.x);
  float size = max(aStar.z * 1.25, 1.4 * uPixel);
  float wide = size * mix(0.35, 1.0, vAlong);
  vec2 place = out2 * (aStar.x + position.y * wide) + way * position.x * size;
  float twinkle = 0.78 + 0.22 * sin(uTime * aStar.w + aStar.y * 90.0);
  float spread = size / (size + uTrail * 3.0 * aStar.x);
  vTint = aTint * twinkle * mix(spread, 1.0, 0.42) * min(aStar.z / size + 0.25, 1.0);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
}
`;

const TRAIL_FRAGMENT = /* glsl */ `
uniform float uTrail;
uniform float uStrength;
varying float vAlong;
varying float vAcross;
varying vec3 vTint;
void main() {
  float body = exp(-vAcross * vAcross * 3.5);
  float round = exp(-pow((vAlong - 0.5) * 2.0, 2.0) * 3.5);
  float along = mix(round, vAlong * vAlong * smoothstep(1.0, 0.985, vAlong), smoothstep(0.0, 0.02, uTrail));
  gl_FragColor = vec4(vTint * body * along * uStrength, 1.0);
}
`;

export function starTrails(
  seedHex: string,
  count: number,
): { mesh: Mesh; copies: Instances; uniforms: Uniforms } {
  const copies = instances(new PlaneGeometry(1, 1, 18, 1), count, { aStar: 4, aTint: 3 });
  const random = randomFrom(seedHex, 'sky');
  const star = copies.numbers('aStar');
  const tint = copies.numbers('aTint');
  for (let index = 0; index < count; index += 1) {
    const bright = random() * random() * random();
    const radius = Math.sqrt(between(random, 0.01, 1)) * 5.2;
    star.set([radius, random(), 0.006 + 0.02 * bright, between(random, 1, 3)], 4 * index);
    const warm = random();
    const power = 0.55 + 1.9 * bright;
    tint.set(
      [(0.7 + 0.3 * warm) * power, (0.82 - 0.04 * warm) * power, (1.0 - 0.34 * warm) * power],
      3 * index,
    );
  }
  const uniforms: Uniforms = {
    uAngle: { value: 0 },
    uTrail: { value: 0 },
    uTime: { value: 0 },
    uPixel: { value: 0.004 },
    uStrength: { value: 1 },
  };
  const material = overlayMaterial(TRAIL_VERTEX, TRAIL_FRAGMENT, { uniforms });
  material.side = DoubleSide;
  return { mesh: solid(copies.geometry, material, -10), copies, uniforms };
}

export function skyBackdrop(uniforms: Uniforms): Mesh {
  return backdrop(SKY, uniforms);
}

export function land(uniforms: Uniforms): Mesh {
  const mesh = backdrop(LAND, uniforms, false);
  mesh.renderOrder = 20;
  return mesh;
}
