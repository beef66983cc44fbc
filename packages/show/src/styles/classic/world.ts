/** Classic: a glass drum of numbered paper balls in a paper studio. The product's signature: transparent, warm, exact. */
import { Scene, Vector3 } from 'three';
import { stageCamera } from '../../engine/camera.ts';
import type { Rect, Shot } from '../../engine/camera.ts';
import { clamp, mix, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { makeLabels } from '../../engine/labels.ts';
import { pick, randomFrom } from '../../engine/random.ts';
import { disposeAll } from '../../engine/shapes.ts';
import { backdrop, placeBackdrop, uniform, studioLight } from '../../engine/materials.ts';
import { hatchOpensAt } from '../../physics/drum.ts';
import { mixTurn, POSE } from '../../physics/track.ts';
import type { ShowResult } from '../../plan.ts';
import { AT } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { revealLayout } from '../../winners/layout.ts';
import { moodAt, stageRect } from '../../world.ts';
import type { Mood, View, World, WorldOptions } from '../../world.ts';
import { BALL_LABEL, ballMesh } from './balls.ts';
import { furniture } from './furniture.ts';
import { BACKDROP, studioUniforms } from './materials.ts';
import { CLASSIC } from './palette.ts';
import { simulateClassic } from './simulate.ts';

export async function openWorld(options: WorldOptions): Promise<World> {
  const { plan, theme, hasGround, yieldToMain } = options;
  const simulation = simulateClassic(plan);
  await yieldToMain();
  const { track, entrants, places } = simulation;
  const palette = CLASSIC[theme];
  const light = studioLight(palette);
  const scene = new Scene();
  const { camera, aim, placeAt } = stageCamera();
  const studio = studioUniforms(light, palette);
  if (hasGround) scene.add(backdrop(BACKDROP, studio));
  const machine = furniture(light, palette, places, hasGround);
  scene.add(machine.group);
  await yieldToMain();
  const random = randomFrom(plan.seedHex, 'colours');
  const tints = entrants.map(() => pick(random, palette.balls.length));
  const labels = makeLabels(options, simulation, BALL_LABEL);
  const balls = ballMesh(labels, tints, palette, light);
  scene.add(balls.mesh);
  await yieldToMain();
  const heroPlace = new Vector3();
  const facing = new Float32Array(12);

  /** The ball of a place on its way from the cradle to the front, its number turned to the camera. */
  function bringForward(
    poses: Float32Array,
    ball: number,
    share: number,
    hero: { x: number; y: number; pixels: number },
  ): void {
    const o = ball * POSE;
    placeAt(hero.x, hero.y, track.radius, hero.pixels, heroPlace);
    poses[o] = mix(poses[o] ?? 0, heroPlace.x, share);
    poses[o + 1] = mix(poses[o + 1] ?? 0, heroPlace.y, share) + 0.5 * share * (1 - share);
    poses[o + 2] = mix(poses[o + 2] ?? 0, heroPlace.z, share);
    facing.set(poses.subarray(o + 3, o + 7), 0);
    facing.set([camera.quaternion.x, camera.quaternion.y, camera.quaternion.z, camera.quaternion.w], 4);
    mixTurn(facing, 0, 4, smooth(share, 0.15, 0.95), facing, 8);
    poses.set(facing.subarray(8, 12), o + 3);
  }

  function update(moment: Moment, result: ShowResult | null, view: View): void {
    const { t } = moment;
    const lamps = moodAt(moment);
    const shot = classicShot(moment, view, places);
    aim(shot, view);
    setUniforms(lamps, view, shot.rect);
    const frame = simulation.frame(t);
    const { poses } = frame;
    const layout = revealLayout(view, places);
    for (const [place, ball] of simulation.chosen(t).entries()) {
      const share = frame.hero[place as 0 | 1 | 2];
      const hero = layout.heroes[place];
      if (share > 0 && hero !== undefined) bringForward(poses, ball, share, hero);
    }
    labels.update(t, result);
    const opened = [0, 1, 2].slice(0, places).reduce((open, place) => {
      const left = track.exits[place]?.at ?? Infinity;
      return Math.max(
        open,
        smooth(t, hatchOpensAt(place) - 0.15, hatchOpensAt(place)) * (1 - smooth(t, left, left + 0.15)),
      );
    }, 0);
    machine.turn(track.angle(t), track.hatch, clamp(opened, 0, 1));
    fillBalls(poses, frame.ink, frame.running);
  }

  function setUniforms(lamps: Mood, view: View, rect: Rect): void {
    uniform(light, 'uLight').value = lamps.studio;
    uniform(light, 'uEye').value = camera.position;
    uniform(balls.uniforms, 'uSpot').value = lamps.spot;
    placeBackdrop(studio, view, rect, rect.y + rect.height * 0.44, Math.min(rect.width, rect.height) * 0.62);
  }

  function fillBalls(poses: Float32Array, ink: Float32Array, running: Float32Array): void {
    const place = balls.numbers('aPlace');
    const turn = balls.numbers('aTurn');
    const look = balls.numbers('aLook');
    for (let ball = 0; ball < track.count; ball += 1) {
      const o = ball * POSE;
      for (let axis = 0; axis < 3; axis += 1) place[4 * ball + axis] = poses[o + axis] ?? 0;
      place[4 * ball + 3] = track.radius;
      for (let part = 0; part < 4; part += 1) turn[4 * ball + part] = poses[o + 3 + part] ?? 0;
      look[4 * ball + 1] = labels.written(ball) ? (ink[ball] ?? 0) : 0;
      look[4 * ball + 2] = running[ball] ?? 0;
    }
    shadeBalls(place, balls.numbers('aShade'), track.count, track.radius);
    balls.touch();
  }

  return {
    groundless: 'empty',
    simulation,
    scene,
    camera,
    update,
    async reach(t) {
      // As far ahead as the first frame reads.
      for (let second = 1; second <= t * 1.7; second += 1) {
        track.prepare(Math.min(second, AT.reveal + 0.8));
        await yieldToMain();
      }
    },
    dispose() {
      labels.dispose();
      disposeAll(scene);
    },
  };
}

/** The camera: a slow walk around the drum, closer as the running narrows, down to the tray, aside for the cards. */
function classicShot({ t }: Moment, size: View, places: number): Shot {
  const arrive = smoother(t, 0, AT.warmup + 1.5);
  const close = smoother(t, AT.slowdown + 0.5, AT.pause + 0.4) * (1 - smoother(t, AT.runup, AT.runup + 1.4));
  const down = smoother(t, AT.runup, AT.runup + 1.3);
  const { rect, aside } = stageRect(t, size, places, 0.025);
  const walk =
    sinTurns((t - AT.warmup) / 26) * smooth(t, AT.warmup, AT.main) * (1 - smoother(t, AT.slowdown, AT.pause));
  const yaw = mix(-0.5, 0.26, arrive) + 0.2 * walk;
  const high = mix(mix(0.42, 0.15, arrive), 0.24, down);
  const wide = mix(mix(2.75, 2.5, arrive), 2.05, close);
  const tall = mix(mix(3.75, 3.5, arrive), 2.2, close);
  return {
    target: [0, mix(mix(-0.36, -0.6, close), -0.4, down), mix(0, 0.15, down)],
    from: [yaw, high, 1],
    extent: { width: mix(wide, 2.75, aside), height: mix(tall, mix(3.3, 3.5, aside), down) },
    rect,
  };
}

/** How much of the sky each ball's neighbours and the drum's wall hide: a direction and its weight. */
function shadeBalls(place: Float32Array, shade: Float32Array, count: number, radius: number): void {
  shade.fill(0);
  const reach = 3.2 * radius;
  for (let a = 0; a < count; a += 1) {
    const i = 4 * a;
    for (let b = a + 1; b < count; b += 1) {
      const j = 4 * b;
      const dx = (place[j] ?? 0) - (place[i] ?? 0);
      if (dx > reach || dx < -reach) continue;
      const dy = (place[j + 1] ?? 0) - (place[i + 1] ?? 0);
      if (dy > reach || dy < -reach) continue;
      const dz = (place[j + 2] ?? 0) - (place[i + 2] ?? 0);
      const square = dx * dx + dy * dy + dz * dz;
      if (square > reach * reach || square < 1e-9) continue;
      const near = 1 - square / (reach * reach);
      const weight = (0.62 * near * near) / Math.sqrt(square);
      shade[i] = (shade[i] ?? 0) + dx * weight;
      shade[i + 1] = (shade[i + 1] ?? 0) + dy * weight;
      shade[i + 2] = (shade[i + 2] ?? 0) + dz * weight;
      shade[j] = (shade[j] ?? 0) - dx * weight;
      shade[j + 1] = (shade[j + 1] ?? 0) - dy * weight;
      shade[j + 2] = (shade[j + 2] ?? 0) - dz * weight;
    }
    const y = place[i + 1] ?? 0;
    const z = place[i + 2] ?? 0;
    if (z < 0.45 && y < 0) shade[i + 3] = 0.22 * y * y;
  }
}
