/**
 * A canvas with its renderer, made and warmed up before the draw: a stand-in for the style's world is opened in it, so that
 * the shaders are compiled and the graphics card has drawn them once when the true world comes.
 */
import { Color, Mesh, Points, Texture, WebGLRenderer } from 'three';
import type { Material, ShaderMaterial } from 'three';
import { darkIsClear } from './engine/dark-is-clear.ts';
import type { DarkIsClear } from './engine/dark-is-clear.ts';
import type { ShowPlan, ShowStyle } from './plan.ts';
import { AT } from './timing.ts';
import type { Breathe, World, WorldOptions } from './world.ts';

export interface GlStage {
  style: ShowStyle;
  canvas: HTMLCanvasElement;
  renderer: WebGLRenderer;
  hasGround: boolean;
  /** The stand-in; as long as it lives, what was compiled for it stays. */
  standIn: World | null;
  /** Null where the world stands on its own ground, or in front of nothing. */
  clear: DarkIsClear | null;
  /** The browser has taken the graphics card away, as it does from pages that sleep. */
  isLost(): boolean;
  dispose(): void;
}

interface WorldCode {
  openWorld(options: WorldOptions): Promise<World>;
}

const STAND_IN: ShowPlan = {
  seedHex: '0123456789abcdef',
  entrants: [1, 2, 3, 4].map((number) => ({ number, name: `#${number}` })),
  totalEntries: 4,
};

/** Instants at which every part of a world is in the picture once. */
const LOOKS = [1, AT.main + 1, AT.pause + 0.2, AT.reveal + 3];

/** Only the chosen style's code is fetched; asked for beforehand, it is there when the draw starts. */
export function fetchWorld(style: ShowStyle): Promise<WorldCode> {
  switch (style) {
    case 'classic':
      return import('./styles/classic/world.ts');
    case 'casino':
      return import('./styles/casino/world.ts');
    case 'cosmic':
      return import('./styles/cosmic/world.ts');
    case 'neon':
      return import('./styles/neon/world.ts');
    case 'fireworks':
      return import('./styles/fireworks/world.ts');
  }
}

/** @returns null where there is no WebGL 2 */
export function makeGlStage(style: ShowStyle, hasGround: boolean): GlStage | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', {
    alpha: !hasGround,
    antialias: true,
    depth: true,
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (context === null) return null;
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: !hasGround });
  renderer.setClearColor(new Color(0), hasGround ? 1 : 0);
  renderer.info.autoReset = false;
  // Asking whether a shader is right waits until it is compiled; the tests have asked.
  renderer.debug.checkShaderErrors = false;
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
  });
  canvas.ariaHidden = 'true';
  const stage: GlStage = {
    style,
    canvas,
    renderer,
    hasGround,
    standIn: null,
    clear: null,
    isLost: () => context.isContextLost(),
    dispose() {
      stage.standIn?.dispose();
      stage.clear?.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      canvas.remove();
    },
  };
  return stage;
}

/** Everything of a world that is compiled or carried to the graphics card, in short parts. Leaves it drawn once. */
export async function settleWorld(
  stage: GlStage,
  world: World,
  instants: readonly number[],
  breathe: Breathe,
): Promise<void> {
  const { renderer } = stage;
  const { scene, camera } = world;
  if (!stage.hasGround && world.groundless === 'dark') stage.clear ??= darkIsClear(renderer);
  const view = { width: 64, height: 64, foot: 0, pixelRatio: 1, level: 3 } as const;
  renderer.setPixelRatio(1);
  renderer.setSize(view.width, view.height, false);
  renderer.setRenderTarget(stage.clear?.target ?? null);
  const compiled = renderer.compileAsync(scene, camera);
  renderer.setRenderTarget(null);
  await compiled;
  // What they share is the new world's by now.
  if (stage.standIn !== world) {
    stage.standIn?.dispose();
    stage.standIn = null;
  }
  for (const texture of texturesOf(world)) {
    renderer.initTexture(texture);
    await breathe();
  }
  for (const t of instants) {
    await world.reach?.(t);
    world.update({ t, ambient: t, hold: 0 }, null, view);
    await breathe();
    drawWorld(stage, world);
    await breathe();
  }
}

export function drawWorld({ renderer, clear }: GlStage, { scene, camera }: World): void {
  renderer.info.reset();
  if (clear === null) renderer.render(scene, camera);
  else clear.render(scene, camera);
}

/** Opens the stage and fills it with the stand-in. Null where there is no WebGL 2. */
export async function warmGlStage(
  style: ShowStyle,
  theme: 'light' | 'dark',
  hasGround: boolean,
  font: string,
  breathe: Breathe,
): Promise<GlStage | null> {
  const { openWorld } = await fetchWorld(style);
  await breathe();
  const stage = makeGlStage(style, hasGround);
  if (stage === null) return null;
  await breathe();
  const { renderer } = stage;
  stage.standIn = await openWorld({ plan: STAND_IN, theme, font, you: '', renderer, hasGround, breathe });
  await breathe();
  await settleWorld(stage, stage.standIn, LOOKS, breathe);
  return stage;
}

function texturesOf({ scene }: World): Set<Texture> {
  const found = new Set<Texture>();
  scene.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Points)) return;
    const { uniforms = {} } = part.material as Material as Partial<ShaderMaterial>;
    const values = Object.values(uniforms).map(({ value }): unknown => value);
    for (const value of values) if (isPainted(value)) found.add(value);
  });
  return found;
}

function isPainted(value: unknown): value is Texture {
  return value instanceof Texture && !value.isRenderTargetTexture;
}
