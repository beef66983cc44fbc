/** Fireworks: over a harbour every shell spells a number; then only flares hang in the night, and the last ones win. */
import { Scene, Vector3 } from 'three';
import { stageCamera } from '../../engine/camera.ts';
import { bump, easeOut, mix, smooth, smoother } from '../../engine/curves.ts';
import { between, pick, randomFrom } from '../../engine/random.ts';
import { disposeAll } from '../../engine/shapes.ts';
import { makeLabels } from '../../engine/labels.ts';
import { backdropUniforms, placeBackdrop, uniform } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import type { ShowResult } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { revealLayout } from '../../winners/layout.ts';
import { moodAt, stageRect } from '../../world.ts';
import type { View, World, WorldOptions } from '../../world.ts';
import { harbour } from './night.ts';
import { simulateFireworks } from './simulate.ts';
import { makeSparks } from './sparks.ts';
import { NAME_LABEL, nightSprites } from './sprites.ts';

const TINTS = [
  [1, 0.68, 0.28],
  [1, 0.36, 0.2],
  [0.45, 0.95, 0.8],
  [1, 0.88, 0.62],
  [0.98, 0.5, 0.52],
  [0.72, 0.9, 0.36],
] as const;
const SALUTE = 14;
const GOLD = [[1, 0.76, 0.36]] as const;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { plan, hasGround, yieldToMain } = options;
  const simulation = simulateFireworks(plan);
  await yieldToMain();
  const { entrants, shells, places } = simulation;
  const scene = new Scene();
  const { camera, aim, placeAt } = stageCamera();
  const night: Uniforms = {
    ...backdropUniforms(),
    uLight: { value: 1 },
    uTime: { value: 0 },
    uBursts: { value: new Vector3() },
  };
  const random = randomFrom(plan.seedHex, 'tints');
  // Nameless shells for the winners: they open behind the cards.
  const salute = Array.from({ length: SALUTE }, (_, index) => ({
    x: between(random, -0.9, 0.9),
    y: between(random, 0.85, 1.75),
    opensAt: AT.reveal + 0.7 + index * 0.55,
  }));
  const bursts = [...shells, ...salute];
  const tints = bursts.map(() => TINTS[pick(random, TINTS.length)] ?? TINTS[0]);
  const numbers = entrants.map(({ number }) => number);
  const sparks = makeSparks({ shells: bursts, numbers, tints, seedHex: plan.seedHex });
  await yieldToMain();
  const winners = Array.from({ length: places }, (_, place) => ({ x: 0, y: 0, opensAt: revealAt(place) }));
  const front = makeSparks({ shells: winners, numbers: [], tints: GOLD, seedHex: plan.seedHex, front: true });
  const labels = makeLabels(options, { entrants }, NAME_LABEL);
  const sprites = nightSprites(labels, {
    entrants: entrants.length,
    comets: shells.length + places,
    bursts: bursts.length,
  });
  await yieldToMain();
  if (hasGround) scene.add(harbour(night));
  scene.add(...sparks.meshes, ...sprites.meshes, ...front.meshes);
  const shown = Array.from({ length: places }, () => 0);
  const at = new Vector3();

  /** The light of all bursts, soft in time: around each, and summed for clouds and water. */
  function glow(t: number, half: number, size: number): void {
    const sum = [0, 0, 0];
    const place = sprites.glows.numbers('aPlace');
    const look = sprites.glows.numbers('aLook');
    for (const [index, burst] of bursts.entries()) {
      const light = bump(t, burst.opensAt - 0.1, burst.opensAt + 2.1);
      const [r, g, b] = tints[index] ?? TINTS[0];
      place.set([burst.x * half, burst.y, 1.15 * size, 0], 4 * index);
      look.set([r, g, b, 0.2 * light], 4 * index);
      sum[0] = (sum[0] ?? 0) + 0.42 * light * r;
      sum[1] = (sum[1] ?? 0) + 0.42 * light * g;
      sum[2] = (sum[2] ?? 0) + 0.42 * light * b;
    }
    (uniform(night, 'uBursts').value as Vector3).set(sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0);
  }

  function fly({ t }: Moment, half: number, size: number): void {
    const comet = sprites.comets.numbers('aPlace');
    const cometLook = sprites.comets.numbers('aLook');
    for (const [index, shell] of shells.entries()) {
      const share = (t - shell.launchAt) / (shell.opensAt - shell.launchAt);
      const rising = share > 0 && share < 1.12;
      const now = easeOut(share, 0, 1.15);
      const before = easeOut(share - 0.16, 0, 1.15);
      const x = mix(shell.from, shell.x, now) * half;
      const tailX = x - mix(shell.from, shell.x, before) * half;
      comet.set([x, shell.y * now, tailX, shell.y * (now - before) + 0.01], 4 * index);
      cometLook.set(
        [rising ? smooth(share, 0, 0.1) * (1 - smooth(share, 0.9, 1.1)) : 0, 0.07 * size, 0, 0],
        4 * index,
      );
    }
  }

  function hang(moment: Moment, half: number, size: number, spot: number): void {
    const { t, ambient } = moment;
    const place = sprites.flares.numbers('aPlace');
    const look = sprites.flares.numbers('aLook');
    const nameAt = sprites.names.numbers('aPlace');
    const nameLook = sprites.names.numbers('aLook');
    for (const [index, shell] of shells.entries()) {
      const flare = simulation.flare(index, t);
      const running = smooth(shell.outAt - t, 0.3, 1.2) * spot;
      const flicker = 0.92 + 0.08 * bump((ambient * 1.3 + index * 0.37) % 1, 0, 1);
      place.set([flare.x * half, flare.y, (0.3 + 0.2 * running) * size, 0], 4 * index);
      look.set([flare.light * flicker * mix(0.62, 1.15, running), running, 0, 0], 4 * index);
      const since = t - shell.opensAt;
      nameAt.set([shell.x * half, shell.y - 0.24 * size, 0.5 * size, 0], 4 * index);
      nameLook.set([index, smooth(since, 0.25, 0.6) * (1 - smooth(since, 1.5, 2)), 0, 0], 4 * index);
    }
  }

  /** The chosen flares fly to their cards and spell the winners' numbers. */
  function bringForward(t: number, result: ShowResult | null, view: View, half: number): void {
    const layout = revealLayout(view, places);
    const comet = sprites.comets.numbers('aPlace');
    const cometLook = sprites.comets.numbers('aLook');
    for (let index = 0; index < places; index += 1) {
      const shell = simulation.kept(index);
      const number = result === null ? 0 : (simulation.bearer(shell, t, result)?.number ?? 0);
      const shownNow = t >= revealAt(index) ? number : 0;
      if (shown[index] !== shownNow) {
        shown[index] = shownNow;
        front.spell(index, shownNow);
      }
      const hero = layout.heroes[index];
      if (hero === undefined) continue;
      placeAt(hero.x, hero.y, 0.5, hero.pixels, at);
      // The sparks live in the plane of the sky; the hero's place is brought into it along the line of sight.
      const share = camera.position.z / (camera.position.z - at.z);
      const x = mix(camera.position.x, at.x, share);
      const y = mix(camera.position.y, at.y, share);
      front.move(index, x, y);
      const go = smoother(t, revealAt(index) - 0.9, revealAt(index));
      const flare = simulation.flare(shell, Math.min(t, revealAt(index) - 0.15));
      const before = smoother(t - 0.12, revealAt(index) - 0.9, revealAt(index));
      const headX = mix(flare.x * half, x, go);
      const headY = mix(flare.y, y, go);
      const o = 4 * (shells.length + index);
      comet.set(
        [headX, headY, headX - mix(flare.x * half, x, before), headY - mix(flare.y, y, before) + 0.001],
        o,
      );
      cometLook.set(
        [smooth(go, 0.02, 0.2) * (1 - smooth(t, revealAt(index) - 0.02, revealAt(index) + 0.2)), 0.09, 0, 0],
        o,
      );
      if (go > 0.02) sprites.flares.numbers('aLook')[4 * shell] = 0;
    }
    uniform(front.uniforms, 'uTime').value = t;
    uniform(front.uniforms, 'uHalf').value = 1;
  }

  return {
    groundless: 'dark',
    simulation,
    scene,
    camera,
    update(moment, result, view) {
      const { t, ambient } = moment;
      const mood = moodAt(moment);
      const { rect } = stageRect(t, view, places);
      const tall = view.width < view.height;
      const arrive = smoother(t, 0, AT.main);
      const height = mix(2.35, 2.55, arrive);
      const width = tall ? 1.55 : 3;
      const extent = { width, height: tall ? height * 1.06 : height };
      const target = [0, mix(0.62, 0.86, arrive), 0] as const;
      aim({ target, from: [0, 0, 1], extent, rect }, view);
      const perUnit = Math.min(rect.width / extent.width, rect.height / extent.height);
      const seen = view.width / Math.min(view.width / extent.width, view.height / extent.height) / 2;
      const half = Math.min(seen * 0.92, 2.1);
      const size = tall ? 0.68 : 1;
      placeBackdrop(night, view, rect, rect.y + rect.height / 2 + target[1] * perUnit, perUnit);
      uniform(night, 'uLight').value = mood.studio;
      uniform(night, 'uTime').value = ambient;
      uniform(sprites.uniforms, 'uTime').value = ambient;
      uniform(sparks.uniforms, 'uTime').value = t;
      uniform(sparks.uniforms, 'uHalf').value = half;
      uniform(sparks.uniforms, 'uSize').value = size;
      uniform(sparks.uniforms, 'uPixels').value = perUnit * view.pixelRatio;
      const hero = revealLayout(view, places).heroes[0];
      uniform(front.uniforms, 'uSize').value = (hero?.pixels ?? 100) / perUnit;
      uniform(front.uniforms, 'uPixels').value = perUnit * view.pixelRatio;
      glow(t, half, size);
      fly(moment, half, size);
      hang(moment, half, size, Math.max(mood.spot, smooth(t, AT.runup, AT.runup + 0.5)));
      bringForward(t, result, view, half);
      for (const part of [sprites.comets, sprites.flares, sprites.names, sprites.glows])
        part.touch('aPlace', 'aLook');
    },
    dispose() {
      labels.dispose();
      disposeAll(scene);
    },
  };
}
