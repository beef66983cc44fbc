/** Neon: a drive through a wet city in which every sign bears a name; the power goes, and sparks choose. */
import { Scene, Vector3 } from 'three';
import { stageCamera } from '../../engine/camera.ts';
import { clamp, mix, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { makeLabels } from '../../engine/labels.ts';
import { between, pick, randomFrom } from '../../engine/random.ts';
import { disposeAll } from '../../engine/shapes.ts';
import { backdropUniforms, placeBackdrop, screenColor, uniform } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { AT, revealAt } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { revealLayout } from '../../winners/layout.ts';
import { moodAt, stageRect } from '../../world.ts';
import type { View, World, WorldOptions } from '../../world.ts';
import { cityBackdrop, makeHouses, rain, street } from './city.ts';
import { makeSigns, SIGN, SIGN_LABEL } from './signs.ts';
import { simulateNeon } from './simulate.ts';
import { makeTraffic } from './traffic.ts';

const PITCH = 1.55;
const SHOWN = 22;
const DROPS = [420, 280, 160, 80] as const;
const TINTS = ['#35f0d0', '#ff3d5e', '#f6e84a', '#ff8a3d', '#8ff7ff', '#ff5a36'] as const;
const HANG = 1.34;
const FRONT_SCALE = 0.2;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { plan, hasGround, yieldToMain } = options;
  const simulation = simulateNeon(plan);
  await yieldToMain();
  const { avenue, places } = simulation;
  const scene = new Scene();
  const { camera, walk, placeAt } = stageCamera();
  const eye = { value: new Vector3() };
  const power = { value: 1 };
  const sky: Uniforms = { ...backdropUniforms(), uPower: power };
  const labels = makeLabels(options, simulation, SIGN_LABEL);
  const signs = makeSigns(labels, SHOWN + places, eye);
  await yieldToMain();
  const houses = makeHouses(2 * SHOWN, eye, power);
  const road = street(eye, power);
  const drops = rain(plan.seedHex, DROPS[0], eye);
  const random = randomFrom(plan.seedHex, 'city');
  const blocks = Array.from({ length: 40 }, () => ({
    high: between(random, 3.4, 9),
    wide: between(random, 1.6, 2.4),
    seed: random(),
    tint: screenColor(TINTS[pick(random, TINTS.length)] ?? ''),
  }));
  const hung = Array.from({ length: 40 }, (_, index) => ({
    high: 1.02 + 0.62 * (index % 3) + between(random, 0, 0.22),
    out: between(random, -0.06, 0.1),
    tint: screenColor(TINTS[pick(random, TINTS.length)] ?? ''),
  }));
  /** Slot of the sign that a place's spark dies in. */
  const ends = avenue.sparks.map(({ signs: way }) => avenue.first + (way.at(-1) ?? 0));
  const front = new Vector3();

  let narrow = 1;

  const place = (slot: number): { x: number; y: number; z: number } => {
    const own = hung[((slot % 40) + 40) % 40];
    return {
      x: (slot % 2 === 0 ? -1 : 1) * (HANG + (own?.out ?? 0)) * narrow,
      y: own?.high ?? 1,
      z: -slot * PITCH,
    };
  };

  const lamps = makeTraffic(simulation, plan.seedHex, PITCH, place);

  await yieldToMain();
  if (hasGround) scene.add(cityBackdrop(sky), road);
  scene.add(...houses.meshes, ...signs.meshes, lamps.mesh, drops.mesh);

  function hangSigns({ t }: Moment, view: View, spot: number): void {
    const first = Math.floor(avenue.place(t)) - 1;
    const at = signs.numbers('aPlace');
    const look = signs.numbers('aLook');
    const tint = signs.numbers('aTint');
    const turn = signs.numbers('aTurn');
    // From the far end to the near one, so that glass lies over what is behind it.
    for (let index = 0; index < SHOWN; index += 1) {
      const slot = first + SHOWN - 1 - index;
      const sign = simulation.signOf(slot);
      const { x, y, z } = place(slot);
      const { r, g, b } = hung[((slot % 40) + 40) % 40]?.tint ?? { r: 1, g: 1, b: 1 };
      const chosenPlace = ends.indexOf(slot);
      const taken = chosenPlace >= 0 && t > revealAt(chosenPlace) - 0.45;
      const struck = sparkOn(slot - avenue.first, t);
      const blank = labels.written(sign) ? simulation.letters(sign, t) : 0;
      const candidate = spot > 0.05 && slot >= avenue.first && slot < avenue.first + 7;
      at.set([x, y, z, taken ? 0 : 1], 4 * index);
      look.set([sign, blank, simulation.frame(sign, t) + (candidate ? 1 : 0), struck], 4 * index);
      tint.set([r, g, b], 3 * index);
      const lean = (slot % 2 === 0 ? 1 : -1) * 0.045;
      turn.set([0, sinTurns(lean / 2), 0, 1], 4 * index);
    }
    for (let index = 0; index < places; index += 1) bringForward(index, t, view);
    signs.touch('aPlace', 'aLook', 'aTint', 'aTurn');
  }

  /** How much of a spark is in one of the last signs. */
  function sparkOn(sign: number, t: number): number {
    let most = 0;
    for (let index = 0; index < places; index += 1) {
      const spark = simulation.spark(index, t);
      if (spark === null || t > revealAt(index) + 0.4) continue;
      if (spark.from === sign) most = Math.max(most, 1 - spark.share);
      if (spark.to === sign) most = Math.max(most, smooth(spark.share, 0.6, 1));
    }
    return most;
  }

  function bringForward(index: number, t: number, view: View): void {
    const o = SHOWN + index;
    const sign = simulation.struck(index);
    const share = smoother(t, revealAt(index) - 0.45, revealAt(index) + 0.5);
    const slot = ends[index] ?? 0;
    const hero = revealLayout(view, places).heroes[index];
    const { x, y, z } = place(slot);
    const { r, g, b } = hung[((slot % 40) + 40) % 40]?.tint ?? { r: 1, g: 1, b: 1 };
    if (hero === undefined || share <= 0) {
      signs.numbers('aPlace').set([0, -50, 0, 0], 4 * o);
      return;
    }
    // Small and near, so that nothing of the city stands before it.
    placeAt(hero.x, hero.y, (SIGN.width / 2) * FRONT_SCALE, hero.pixels * 1.06, front);
    signs
      .numbers('aPlace')
      .set(
        [
          mix(x, front.x, share),
          mix(y, front.y, share),
          mix(z, front.z, share),
          mix(0.998, FRONT_SCALE, share),
        ],
        4 * o,
      );
    const lit = labels.written(sign) ? simulation.letters(sign, t) : 0;
    signs.numbers('aLook').set([sign, lit, 2, 0.35 * (1 - share)], 4 * o);
    signs.numbers('aTint').set([r, g, b], 3 * o);
    const { x: qx, y: qy, z: qz, w: qw } = camera.quaternion;
    signs.numbers('aTurn').set([qx * share, qy * share, qz * share, mix(1, qw, share)], 4 * o);
  }

  function buildHouses(t: number): void {
    const first = Math.floor(avenue.place(t)) - 2;
    for (let index = 0; index < SHOWN; index += 1) {
      for (const side of [0, 1]) {
        const block = ((((first + index) * 2 + side) % 40) + 40) % 40;
        const { high, wide, seed, tint } = blocks[block] ?? {
          high: 5,
          wide: 2,
          seed: 0.5,
          tint: { r: 1, g: 1, b: 1 },
        };
        const o = 2 * index + side;
        const x = (side === 0 ? -1 : 1) * (2.1 + wide / 2);
        houses.numbers('aPlace').set([x, 0, -(first + index + 0.5) * PITCH, 0], 4 * o);
        houses.numbers('aSize').set([wide, high, PITCH * 0.985, seed], 4 * o);
        houses.numbers('aTint').set([tint.r * tint.r, tint.g * tint.g, tint.b * tint.b], 3 * o);
      }
    }
    houses.touch('aPlace', 'aSize', 'aTint');
  }

  return {
    groundless: 'dark',
    simulation,
    scene,
    camera,
    update(moment, result, view) {
      const { t, ambient } = moment;
      const mood = moodAt(moment);
      // On a phone held upright the signs hang farther into the street.
      narrow = view.width < view.height ? 0.76 : 1;
      const out =
        smoother(t, AT.slowdown + 2.2, AT.pause + 0.2) * (1 - smoother(t, AT.runup + 1.8, AT.reveal));
      power.value = clamp(mix(1, 0.14, out) + 0.25 * mood.beat + 0.1 * mood.waiting, 0, 1);
      uniform(signs.uniforms, 'uPower').value = power.value;
      const { rect } = stageRect(t, view, places);
      const z = -avenue.place(t) * PITCH;
      const fast = clamp(avenue.speed(t) / 4, 0, 1.2);
      const rise = mix(2.1, 1.34, smoother(t, 0, 4));
      const sway = 0.05 * sinTurns(ambient / 7);
      walk(
        {
          position: [sway, rise + 0.015 * sinTurns(ambient / 2.7), z],
          target: [0.4 * sway, mix(1.62, 1.5, fast), z - 8],
          across: 0.33,
          up: mix(0.42, 0.47, fast),
          rect,
        },
        view,
      );
      eye.value.copy(camera.position);
      road.position.set(0, 0, z - 45);
      const pixels = Math.max(view.height, view.width * 0.9);
      const horizon = (camera.position.y - mix(1.62, 1.5, fast)) / 8;
      const perTan = view.height / 2 / Math.max(mix(0.42, 0.47, fast), (0.33 * view.height) / view.width);
      placeBackdrop(sky, view, rect, rect.y + rect.height / 2 - horizon * perTan, pixels);
      drops.copies.geometry.instanceCount = DROPS[view.level];
      uniform(drops.uniforms, 'uTime').value = ambient;
      uniform(drops.uniforms, 'uDrive').value = fast * 6;
      uniform(drops.uniforms, 'uPower').value = power.value;
      labels.update(t, result);
      buildHouses(t);
      hangSigns(moment, view, mood.spot);
      lamps.update(moment, mood.spot);
    },
    dispose() {
      labels.dispose();
      disposeAll(scene);
    },
  };
}
