/** The city's damp air, shared by everything in it: near black, teal between the houses, ember towards the end of the street. */
export const FOG = /* glsl */ `
vec3 fogColor(vec3 place) {
  float high = clamp(abs(place.y) * 0.1, 0.0, 1.0);
  vec3 low = vec3(0.004, 0.017, 0.019);
  return mix(low, vec3(0.0004, 0.0017, 0.0028), smoothstep(0.0, 1.0, high));
}
float fogAmount(vec3 place, vec3 eye) {
  float d = max(eye.z - place.z, 0.0) * 0.043;
  float q = d * d;
  return q / (0.55 + q);
}
`;
