/** Casino: a great slot machine in front of a velvet curtain; weight, brass and warm bulbs. */
import { Scene, Vector3 } from 'three';
import { stageCamera } from '../../engine/camera.ts';
import { bump, cosTurns, mix, sinTurns, smooth, smoother, square } from '../../engine/curves.ts';
import { makeLabels } from '../../engine/labels.ts';
import { SCREEN } from '../../engine/shader-parts.ts';
import { disposeAll } from '../../engine/shapes.ts';
import { backdrop, backdropUniforms, placeBackdrop, studioLight, uniform } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { AT, revealAt } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { revealLayout } from '../../winners/layout.ts';
import { moodAt, stageRect } from '../../world.ts';
import type { View, World, WorldOptions } from '../../world.ts';
import { cabinet, PITCH, WINDOW } from './cabinet.ts';
import { simulateCasino } from './simulate.ts';
import { TILE, TILE_LABEL, tileMesh } from './tiles.ts';

const FACES = 16;
/** Radius of a reel of FACES tiles. */
const RADIUS = TILE.height / 2 / 0.19891236738;

const CURTAIN = /* glsl */ `
uniform vec3 uView;
uniform vec2 uCentre;
uniform float uLight;
varying vec2 vUv;
${SCREEN}
float fold(float x) { float w = abs(fract(x) - 0.5) * 2.0; return w * w * (3.0 - 2.0 * w); }
void main() {
  vec2 p = (vUv - uCentre) * uView.xy / uView.z;
  float sway = 0.05 * p.y;
  float cloth = 0.55 * fold(p.x * 1.7 + sway) + 0.3 * fold(p.x * 3.1 - sway * 2.0 + 0.3) + 0.15 * fold(p.x * 6.7 + 0.1);
  vec3 velvet = mix(vec3(0.004, 0.018, 0.012), vec3(0.03, 0.145, 0.095), cloth * cloth);
  float lamp = exp(-dot(p * vec2(0.62, 0.5) - vec2(0.0, 0.1), p * vec2(0.62, 0.5) - vec2(0.0, 0.1)));
  float ground = smoothstep(-1.14, -1.2, p.y);
  vec3 carpet = vec3(0.05, 0.008, 0.01) * (0.4 + 1.6 * exp(-p.x * p.x * 0.5) * smoothstep(-2.4, -1.2, p.y));
  vec3 color = mix(velvet * (0.25 + 1.5 * lamp), carpet, ground);
  color *= 1.0 - 0.75 * smoothstep(0.0, 0.22, 0.22 - abs(p.y + 1.17)) * step(p.y, 10.0) * 0.5;
  gl_FragColor = vec4(screen(color * (0.16 + 0.84 * uLight)), 1.0);
}
`;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { plan, hasGround, yieldToMain } = options;
  const simulation = simulateCasino(plan);
  await yieldToMain();
  const { reels } = simulation;
  const light = studioLight({ key: [1.0, 0.83, 0.6], sky: [0.3, 0.26, 0.22], ground: [0.12, 0.06, 0.04] });
  const scene = new Scene();
  const { camera, aim, placeAt } = stageCamera();
  const curtain: Uniforms = { ...light, ...backdropUniforms() };
  if (hasGround) scene.add(backdrop(CURTAIN, curtain));
  const machine = cabinet(light, reels.length);
  scene.add(machine.group);
  await yieldToMain();
  const labels = makeLabels(options, simulation, TILE_LABEL);
  const tiles = tileMesh(labels, reels.length * FACES, light, WINDOW);
  scene.add(tiles.mesh);
  await yieldToMain();
  const front = new Vector3();

  /** Tile `face` of a reel: where it is on the wheel, which label it bears and how far it is turned over. */
  function placeTile(reel: number, face: number, moment: Moment, view: View): void {
    const { t, ambient, hold } = moment;
    const motion = reels[reel];
    if (motion === undefined) return;
    const idle = smooth(hold, 0, 2) * 0.018 * sinTurns(ambient * 0.45 + reel / 3);
    const at = motion.place(t) + (t < motion.leansAt ? idle : 0);
    const nearest = Math.round(at);
    const offset = ((((face - nearest) % FACES) + FACES + FACES / 2) % FACES) - FACES / 2;
    const count = nearest + offset;
    const tile = simulation.tileOf(reel, count);
    const angle = (at - count) / FACES;
    const flip = simulation.turned(tile, t);
    const index = 4 * (reel * FACES + face);
    const place = tiles.numbers('aPlace');
    const turn = tiles.numbers('aTurn');
    const radius = RADIUS + TILE.thick / 2;
    place[index] = (reel - (reels.length - 1) / 2) * PITCH;
    place[index + 1] = -radius * sinTurns(angle);
    place[index + 2] = radius * cosTurns(angle) - RADIUS;
    place[index + 3] = 1;
    turn[index] = sinTurns((angle + flip) / 2);
    turn[index + 1] = 0;
    turn[index + 2] = 0;
    turn[index + 3] = cosTurns((angle + flip) / 2);
    const chosen = count === motion.lands;
    const share = chosen ? smoother(t, revealAt(reel) - 0.35, revealAt(reel) + 0.6) : 0;
    if (share > 0) bringForward(index, reel, share, flip, view);
    const smear = Math.min(motion.speed(t) / 90, 0.16);
    tiles.numbers('aLook').set([tile, smear, labels.written(tile) ? 1 : 0, share > 0.2 ? 1 : 0], index);
  }

  function bringForward(index: number, place: number, share: number, flip: number, view: View): void {
    const hero = revealLayout(view, reels.length).heroes[place];
    if (hero === undefined) return;
    const at = tiles.numbers('aPlace');
    const turn = tiles.numbers('aTurn');
    placeAt(hero.x, hero.y, TILE.width / 2, hero.pixels, front);
    at[index] = mix(at[index] ?? 0, front.x, share);
    at[index + 1] = mix(at[index + 1] ?? 0, front.y, share);
    at[index + 2] = mix(at[index + 2] ?? 0, front.z, share) + 1.2 * share * (1 - share);
    const { x, y, z, w } = camera.quaternion;
    const sin = sinTurns(flip / 2);
    const cos = cosTurns(flip / 2);
    // The camera's turn, then the rest of the tile's own about its long axis.
    const target = [x * cos + w * sin, y * cos + z * sin, z * cos - y * sin, w * cos - x * sin];
    let length = 0;
    for (let part = 0; part < 4; part += 1) {
      turn[index + part] = mix(turn[index + part] ?? 0, target[part] ?? 0, share);
      length += square(turn[index + part] ?? 0);
    }
    for (let part = 0; part < 4; part += 1)
      turn[index + part] = (turn[index + part] ?? 0) / Math.sqrt(length);
  }

  return {
    groundless: 'empty',
    simulation,
    scene,
    camera,
    update(moment, result, view) {
      const { t, ambient } = moment;
      const mood = moodAt(moment);
      const close = smoother(t, AT.slowdown + 1, AT.pause + 0.4) * (1 - smoother(t, AT.runup + 2, AT.reveal));
      const { rect, aside } = stageRect(t, view, reels.length, 0.025);
      aim(
        {
          target: [0.12 * (1 - close), mix(-0.06, 0, close), 0],
          from: [0.16 * sinTurns((t - 3) / 30) - 0.06, mix(0.1, 0.02, close), 1],
          extent: {
            width: mix(mix(machine.width + 1.1, machine.width - 0.1, close), machine.width + 1.2, aside),
            height: mix(5.7, 3.5, close),
          },
          rect,
        },
        view,
      );
      uniform(light, 'uLight').value = mood.studio;
      uniform(light, 'uEye').value = camera.position;
      const lying = smooth(t, AT.runup + 0.8, AT.runup + 2) * (1 - smooth(t, AT.complete, AT.complete + 1));
      uniform(tiles.uniforms, 'uSpot').value = Math.max(mood.spot, 0.8 * lying);
      const perUnit = Math.min(rect.width / (machine.width + 1.1), rect.height / 5.7) * 2.45;
      placeBackdrop(curtain, view, rect, rect.y + rect.height / 2, perUnit);
      const dark = smooth(t, AT.slowdown + 1, AT.pause) * (1 - smooth(t, AT.runup + 2, AT.reveal + 0.2));
      machine.update(
        ambient,
        mix(
          mix(0.85, 0.1, dark) + 0.3 * mood.beat + 0.1 * mood.waiting,
          1,
          smooth(t, AT.reveal, AT.reveal + 1),
        ),
        bump(t, AT.warmup - 0.7, AT.warmup + 0.9),
      );
      labels.update(t, result);
      for (let reel = 0; reel < reels.length; reel += 1) {
        for (let face = 0; face < FACES; face += 1) placeTile(reel, face, moment, view);
      }
      tiles.touch();
    },
    dispose() {
      labels.dispose();
      disposeAll(scene);
    },
  };
}
