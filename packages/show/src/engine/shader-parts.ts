/** GLSL that several worlds share. Colours are linear inside and become screen colours at the end. */

/** A studio of soft boxes: light on a surface and what a glossy one mirrors. */
export const STUDIO = /* glsl */ `
uniform vec3 uKey;
uniform vec3 uSky;
uniform vec3 uGround;
uniform float uLight;
const vec3 KEY_DIR = vec3(-0.46, 0.72, 0.52);

float softBox(vec3 r, vec3 dir, vec3 side, vec2 size, float soft) {
  float d = dot(r, dir);
  if (d <= 0.02) return 0.0;
  vec3 up = cross(dir, side);
  vec2 p = abs(vec2(dot(r, side), dot(r, up)) / d) - size;
  return (1.0 - smoothstep(-soft, soft, p.x)) * (1.0 - smoothstep(-soft, soft, p.y));
}

vec3 mirrored(vec3 r, float rough) {
  vec3 room = mix(uGround, uSky, smoothstep(-0.55, 0.75, r.y)) * 0.55;
  float key = softBox(r, normalize(KEY_DIR), normalize(vec3(0.75, 0.0, 0.66)), vec2(0.62, 0.4), 0.04 + rough);
  float rim = softBox(r, normalize(vec3(0.9, 0.25, 0.2)), vec3(0.0, 0.0, 1.0), vec2(0.16, 0.9), 0.04 + rough);
  return room + uKey * (key * 2.2 + rim * 1.1) * uLight;
}

vec3 lit(vec3 n, vec3 albedo, float shade) {
  float key = max(dot(n, normalize(KEY_DIR)) * 0.72 + 0.28, 0.0);
  vec3 around = mix(uGround, uSky, n.y * 0.5 + 0.5);
  return albedo * (uKey * key * key * 0.86 * uLight + around * 0.62 * (0.4 + 0.6 * uLight)) * shade;
}
`;

/** \`screen(linear)\`: a soft shoulder, then the screen's curve, and half a step of noise against bands. */
export const SCREEN = /* glsl */ `
float grain(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))) - 0.5; }
vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
vec3 screen(vec3 c) {
  c = c / (1.0 + max(c - 0.8, 0.0) * 0.55);
  return pow(max(c, 0.0), vec3(0.4545)) + grain(gl_FragCoord.xy) / 255.0;
}
`;

/** \`turned(q, v)\`: a vector turned by a quaternion. */
export const TURNED = /* glsl */ `
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

/** \`labelAt(body, uv, edge)\`: the texel of a body's label; \`edge\` keeps away from the neighbours in the texture. */
export const LABEL = /* glsl */ `
uniform sampler2D uLabels;
uniform vec2 uCells;
vec4 labelAt(float body, vec2 uv, float edge) {
  float index = floor(body + 0.5);
  vec2 cell = vec2(mod(index, uCells.x), floor((index + 0.5) / uCells.x));
  return texture2D(uLabels, (cell + clamp(uv, edge, 1.0 - edge)) / uCells);
}
`;

/** Cheap value noise for paper, clouds and stone. */
export const NOISE = /* glsl */ `
float hash(vec2 p) { p = fract(p * vec2(123.34, 456.21)); p += dot(p, p + 45.32); return fract(p.x * p.y); }
float noise(vec2 p) {
  vec2 i = floor(p);
  vec2 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float clouds(vec2 p) {
  float sum = 0.0;
  float part = 0.5;
  for (int octave = 0; octave < 5; octave++) {
    sum += part * noise(p);
    p = p * 2.03 + 17.7;
    part *= 0.5;
  }
  return sum;
}
`;

/** Vertex shader of a mesh that a scene places with its matrix; passes place and normal of the world on. */
export const PLAIN_VERTEX = /* glsl */ `
varying vec3 vPlace;
varying vec3 vNormal;
varying vec3 vLocal;
void main() {
  vLocal = position;
  vec4 place = modelMatrix * vec4(position, 1.0);
  vPlace = place.xyz;
  vNormal = normalize(mat3(modelMatrix) * normal);
  gl_Position = projectionMatrix * viewMatrix * place;
}
`;

/**
 * Vertex shader of a sprite with four numbers of place and four of look; the fragment shader gets vAt, -1..1, and vLook.
 *
 * @param main GLSL that sets gl_Position
 * @param inputs declarations that it needs
 */
export function spriteVertex(main: string, inputs = ''): string {
  return /* glsl */ `
attribute vec4 aPlace;
attribute vec4 aLook;
${inputs}
varying vec2 vAt;
varying vec4 vLook;
void main() {
  vAt = position.xy;
  vLook = aLook;
${main}
}
`;
}

/** A sprite that is drawn out from its head backwards. aPlace: head, and way of the tail. aLook: light, width. */
export function streakVertex(z: string): string {
  return spriteVertex(/* glsl */ `
  vec2 way = aPlace.zw;
  float reach = max(length(way), 0.0001);
  vec2 side = vec2(-way.y, way.x) / reach;
  vec2 place = aPlace.xy - way * (0.5 - position.x) + side * position.y * aLook.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, ${z}, 1.0);`);
}

export const BACKDROP_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.9999, 1.0);
}
`;
