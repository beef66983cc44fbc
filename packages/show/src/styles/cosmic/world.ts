/** Cosmic: everyone is a star over a lake at dusk; the sky turns, comes to rest, and those nearest to the mark fall. */
import { Scene, Vector3 } from 'three';
import { stageCamera } from '../../engine/camera.ts';
import { bump, cosTurns, easeOut, mix, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { makeLabels } from '../../engine/labels.ts';
import { between, randomFrom } from '../../engine/random.ts';
import { disposeAll } from '../../engine/shapes.ts';
import { backdropUniforms, placeBackdrop, uniform } from '../../engine/materials.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { MARK } from '../../physics/star-wheel.ts';
import { AT, revealAt } from '../../timing.ts';
import type { Moment } from '../../timing.ts';
import { revealLayout } from '../../winners/layout.ts';
import { moodAt, stageRect } from '../../world.ts';
import type { View, World, WorldOptions } from '../../world.ts';
import { fallsAt, simulateCosmic } from './simulate.ts';
import { land, milkyWay, skyBackdrop, starTrails } from './sky.ts';
import { reticle, STAR_LABEL, starSprites } from './stars.ts';

const TRAILS = [2600, 1800, 1100, 600] as const;
const METEORS = 22;

export async function openWorld(options: WorldOptions): Promise<World> {
  const { plan, renderer, hasGround, yieldToMain } = options;
  const simulation = simulateCosmic(plan);
  await yieldToMain();
  const { entrants, wheel, places } = simulation;
  const scene = new Scene();
  const { camera, aim, placeAt } = stageCamera();
  const glow = Array.from({ length: 3 }, () => [0, 0, 0, 0]);
  const night: Uniforms = {
    ...backdropUniforms(),
    uHorizon: { value: -1 },
    uLight: { value: 1 },
    uTime: { value: 0 },
    uGlow: { value: glow.flat() },
  };
  const galaxy = milkyWay(renderer);
  await yieldToMain();
  const trails = starTrails(plan.seedHex, TRAILS[0]);
  const labels = makeLabels(options, simulation, STAR_LABEL);
  const sprites = starSprites(labels, entrants.length, places, METEORS);
  await yieldToMain();
  const mark = reticle();
  if (hasGround) scene.add(skyBackdrop(night), galaxy.mesh, land(night));
  scene.add(
    trails.mesh,
    mark.mesh,
    sprites.meteors.mesh,
    sprites.glints.mesh,
    sprites.names.mesh,
    sprites.orbs.mesh,
  );
  const random = randomFrom(plan.seedHex, 'meteors');
  const meteors = Array.from({ length: METEORS }, (_, index) => ({
    at: AT.warmup + 0.6 + index * 0.72 + between(random, 0, 0.6),
    x: between(random, -1.7, 1.4),
    y: between(random, 0.7, 2),
    way: between(random, -1, 1) < 0 ? -1 : 1,
    steep: between(random, 0.3, 0.75),
    length: between(random, 0.7, 1.3),
  }));
  const front = new Vector3();

  function placeStars({ t, ambient }: Moment, view: View, spot: number): void {
    const layout = revealLayout(view, places);
    const labelSize = view.width < view.height ? 0.21 : 0.17;
    const at = sprites.glints.numbers('aPlace');
    const look = sprites.glints.numbers('aLook');
    const nameAt = sprites.names.numbers('aPlace');
    const nameLook = sprites.names.numbers('aLook');
    for (const [index, entrant] of entrants.entries()) {
      const star = simulation.star(index, t);
      const born = smooth(t, 0.2 + (index / entrants.length) * 2, 1 + (index / entrants.length) * 2);
      const twinkle = 0.86 + 0.14 * sinTurns(ambient * 0.6 + index * 0.37);
      const lone = star.running * spot;
      const fallen = star.fall;
      const size = (0.24 + 0.18 * lone + 0.3 * fallen) * (1 - star.hero);
      at.set([star.x, star.y, 0.03, size], 4 * index);
      const power = born * twinkle * mix(mix(0.95, 0.12, spot), 1.25, star.running) * (1 + 0.6 * fallen);
      look.set(
        [
          power,
          entrant.own ? star.ink : 0,
          mix(index % 4 === 0 ? 0.6 : 0.1, 1, Math.max(lone, fallen)),
          born,
        ],
        4 * index,
      );
      nameAt.set([star.x, star.y - labelSize * 0.74, 0.04, labelSize], 4 * index);
      nameLook.set([index, star.fall > 0 || !labels.written(index) ? 0 : star.ink, 0, 0], 4 * index);
    }
    for (let place = 0; place < places; place += 1) {
      const index = simulation.fallen(place);
      const star = simulation.star(index, t);
      const hero = layout.heroes[place];
      if (hero === undefined) continue;
      placeAt(hero.x, hero.y, 0.5, hero.pixels, front);
      const flare = bump(t, revealAt(place) - 0.2, revealAt(place) + 1.4);
      const { hero: share } = star;
      const orb = sprites.orbs.numbers('aPlace');
      const orbLook = sprites.orbs.numbers('aLook');
      orb.set(
        [
          mix(star.x, front.x, share),
          mix(star.y, front.y, share),
          mix(0.05, front.z, share),
          mix(0.1, 1, share),
        ],
        4 * place,
      );
      orbLook.set(
        [index, labels.written(index) ? star.ink : 0, 0.35 + flare, smooth(share, 0, 0.25)],
        4 * place,
      );
      glow[place] = [mix(star.x, front.x, share), 0, 0, smooth(star.fall, 0.5, 1) * (1 - 0.8 * share)];
    }
    for (const mesh of [sprites.glints, sprites.names, sprites.orbs]) mesh.touch('aPlace', 'aLook');
  }

  function placeMeteors(t: number): void {
    const at = sprites.meteors.numbers('aPlace');
    const look = sprites.meteors.numbers('aLook');
    for (const [index, meteor] of meteors.entries()) {
      const since = (t - meteor.at) / 1.25;
      const gone = easeOut(since, 0, 1) * 2.4;
      const way = 0.9 * meteor.length * smooth(since, 0, 0.35);
      at.set(
        [meteor.x + meteor.way * gone, meteor.y - meteor.steep * gone, meteor.way * way, -meteor.steep * way],
        4 * index,
      );
      look.set([1.5 * bump(since, 0, 1.05), 0.06, 0, 0], 4 * index);
    }
    // The last ones are those that the sky lets go.
    for (let place = 0; place < places; place += 1) {
      const index = METEORS - 1 - place;
      if (t < fallsAt(place) || t > fallsAt(place) + 2) continue;
      const now = simulation.star(simulation.fallen(place), t);
      const before = simulation.star(simulation.fallen(place), Math.max(t - 0.28, fallsAt(place)));
      at.set([now.x, now.y, now.x - before.x, now.y - before.y], 4 * index);
      look.set([1.3 * (1 - smooth(t, fallsAt(place) + 1.1, fallsAt(place) + 1.7)), 0.07, 0, 0], 4 * index);
    }
    sprites.meteors.touch('aPlace', 'aLook');
  }

  return {
    groundless: 'dark',
    simulation,
    scene,
    camera,
    update(moment, result, view) {
      const { t, ambient } = moment;
      const mood = moodAt(moment);
      const close =
        smoother(t, AT.slowdown + 0.6, AT.pause + 0.6) * (1 - smoother(t, AT.runup, AT.runup + 1.5));
      const arrive = smoother(t, 0, AT.warmup + 2);
      const { rect } = stageRect(t, view, places);
      const tall = view.width < view.height;
      const extent = {
        width: mix(tall ? 2.7 : 3.4, 2, close),
        height: mix(mix(3.5, 3.7, arrive), 2.5, close),
      };
      const target = [0, mix(mix(-0.1, tall ? 0.05 : 0.22, arrive), MARK.y - 0.25, close), 0] as const;
      aim({ target, from: [0, 0, 1], extent, rect }, view);
      const perUnit = Math.min(rect.width / extent.width, rect.height / extent.height);
      placeBackdrop(night, view, rect, rect.y + rect.height / 2 + target[1] * perUnit, perUnit);
      uniform(night, 'uHorizon').value = tall ? -1.45 : -1.08;
      uniform(night, 'uLight').value = mood.studio;
      uniform(night, 'uTime').value = ambient;
      const angle = wheel.angle(t);
      galaxy.mesh.quaternion.set(0, 0, sinTurns(angle / 2), cosTurns(angle / 2));
      uniform(galaxy.uniforms, 'uStrength').value = 0.55 * mood.studio;
      trails.copies.geometry.instanceCount = TRAILS[view.level];
      uniform(trails.uniforms, 'uAngle').value = angle;
      uniform(trails.uniforms, 'uTrail').value = Math.min(wheel.speed(t) * 1.6, 0.12);
      uniform(trails.uniforms, 'uTime').value = ambient;
      uniform(trails.uniforms, 'uPixel').value = 1 / (perUnit * view.pixelRatio);
      uniform(trails.uniforms, 'uStrength').value = mix(0.25, 1, mood.studio);
      mark.update(moment, mood);
      labels.update(t, result);
      placeStars(moment, view, mood.spot);
      placeMeteors(t);
      uniform(night, 'uGlow').value = glow.flat();
    },
    dispose() {
      labels.dispose();
      galaxy.target.dispose();
      disposeAll(scene);
    },
  };
}
