/**
 * The show in WebGL 2: a canvas with its renderer, the style's world and the text layer, driven by the time it is given.
 *
 * The stage can be warmed up before the draw: a stand-in for the style's world is opened in it, so that the shaders are
 * compiled and the graphics card has drawn them once when the true world comes.
 */
import { Color, Mesh, Points, Texture, WebGLRenderer } from 'three';
import type { Material, ShaderMaterial } from 'three';
import { darkIsClear } from './engine/dark-is-clear.ts';
import type { Size } from './engine/camera.ts';
import type { DarkIsClear } from './engine/dark-is-clear.ts';
import { makeQuality } from './engine/quality.ts';
import type { ShowPlan, ShowStyle } from './plan.ts';
import { makeCanvas } from './renderer.ts';
import type { ShowRenderer, ShowOptions } from './renderer.ts';
import { AT } from './timing.ts';
import { winnersLayer } from './winners/layer.ts';
import type { World, WorldOptions, YieldToMain } from './world.ts';

interface GlStage {
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
  entrants: [1, 2, 3, 4].map((number) => ({ number, name: '' })),
  totalEntries: 4,
};

/** Instants at which every part of a world is visible once. */
const WARM_UP_INSTANTS = [1, AT.main + 1, AT.pause + 0.2, AT.reveal + 3];

/** Only the chosen style's code is fetched; preloaded, it is there when the draw starts. */
function fetchWorld(style: ShowStyle): Promise<WorldCode> {
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

/** Without pauses, for callers who have nothing else to do. */
const atOnce: YieldToMain = () => Promise.resolve();

/**
 * Builds the world in short parts and resolves when its frames cost no more than frames do.
 *
 * @param font already loaded
 * @returns null where there is no WebGL 2
 * @throws Error when the style's code could not be downloaded
 */
export async function openGlRenderer(options: ShowOptions, font: string): Promise<ShowRenderer | null> {
  const { style, hasGround = true } = options;
  const stage = warmStageOf(options) ?? makeGlStage(style, hasGround);
  if (stage === null) return null;
  try {
    return await openOnStage(options, stage, font);
  } catch (error) {
    stage.dispose();
    throw error;
  }
}

function warmStageOf({ warm, style, hasGround = true }: ShowOptions): GlStage | null {
  if (warm === null || warm === undefined) return null;
  if (warm.style === style && warm.hasGround === hasGround && !warm.isLost()) return warm as GlStage;
  warm.dispose();
  return null;
}

async function openOnStage(options: ShowOptions, stage: GlStage, font: string): Promise<ShowRenderer> {
  const { container, plan, theme, texts, clock = () => 0, yieldToMain = atOnce } = options;
  const { renderer, canvas, hasGround } = stage;
  const quality = makeQuality(options.quality ?? 'auto');
  const { openWorld } = await fetchWorld(options.style);
  await yieldToMain();
  const world = await openWorld({ plan, theme, font, you: texts.you, renderer, hasGround, yieldToMain });
  await yieldToMain();
  await settleWorld(stage, world, [Math.max(options.at?.() ?? 0, 0)], yieldToMain);
  // Below the calm renderer, which fades out over it.
  container.prepend(canvas);
  const layer = winnersLayer({ container, plan, style: options.style, theme, texts, font, calm: false });
  let size: Size = { width: 1, height: 1 };
  let device = 1;
  let foot = 0;
  let lastFrameMs = 0;
  let lastStart = 0;

  function fit(): void {
    renderer.setPixelRatio(quality.pixelRatio(device));
    renderer.setSize(size.width, size.height, false);
    layer.resize(size);
  }

  return {
    render(t, result = null, hold = 0) {
      const start = clock();
      const known = t >= AT.runup ? result : null;
      const { level } = quality;
      const pixelRatio = quality.pixelRatio(device);
      world.update({ t, ambient: t + hold, hold }, known, { ...size, foot, pixelRatio, level });
      drawWorld(stage, world);
      layer.show(t, known);
      lastFrameMs = clock() - start;
      if (quality.watch(lastFrameMs, start - lastStart)) fit();
      lastStart = start;
    },
    resize(width, height, dpr, covered = 0) {
      size = { width: Math.max(width, 1), height: Math.max(height, 1) };
      device = dpr;
      foot = covered;
      fit();
    },
    stats: () => ({ lastFrameMs, drawCalls: renderer.info.render.calls, quality: quality.level }),
    state: (t, result = null) => world.simulation.state(t, result),
    dispose() {
      world.dispose();
      layer.dispose();
      stage.dispose();
    },
  };
}

function makeGlStage(style: ShowStyle, hasGround: boolean): GlStage | null {
  const canvas = makeCanvas();
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
  // Checking for shader errors blocks until compilation ends; the tests check instead.
  renderer.debug.checkShaderErrors = false;
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
async function settleWorld(
  stage: GlStage,
  world: World,
  instants: readonly number[],
  yieldToMain: YieldToMain,
): Promise<void> {
  const { renderer } = stage;
  const { scene, camera } = world;
  if (!stage.hasGround && world.groundless === 'dark') stage.clear ??= darkIsClear(renderer);
  const view = { width: 64, height: 64, foot: 0, pixelRatio: 1, level: 3 } as const;
  renderer.setPixelRatio(1);
  renderer.setSize(view.width, view.height, false);
  renderer.setRenderTarget(stage.clear?.target ?? null);
  // Without the extension, compileAsync would do what compile does, and log a warning.
  const compiled = renderer.extensions.has('KHR_parallel_shader_compile')
    ? renderer.compileAsync(scene, camera)
    : renderer.compile(scene, camera);
  renderer.setRenderTarget(null);
  await compiled;
  await yieldToMain();
  // What they share is the new world's by now.
  if (stage.standIn !== world) {
    stage.standIn?.dispose();
    stage.standIn = null;
  }
  for (const texture of texturesOf(world)) {
    renderer.initTexture(texture);
    await yieldToMain();
  }
  for (const t of instants) {
    await world.reach?.(t);
    world.update({ t, ambient: t, hold: 0 }, null, view);
    await yieldToMain();
    drawWorld(stage, world);
    await yieldToMain();
  }
}

function drawWorld({ renderer, clear }: GlStage, { scene, camera }: World): void {
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
  yieldToMain: YieldToMain = atOnce,
): Promise<GlStage | null> {
  const { openWorld } = await fetchWorld(style);
  await yieldToMain();
  const stage = makeGlStage(style, hasGround);
  if (stage === null) return null;
  await yieldToMain();
  const { renderer } = stage;
  stage.standIn = await openWorld({ plan: STAND_IN, theme, font, you: '', renderer, hasGround, yieldToMain });
  await yieldToMain();
  await settleWorld(stage, stage.standIn, WARM_UP_INSTANTS, yieldToMain);
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
