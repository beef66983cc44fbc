/** The page of the frame measurement (bench/show.ts): opens shows and frames them one by one, telling what each cost. */
import { openShow, warmShow } from '@glassdrum/show';
import type { Show, ShowResult, ShowStyle } from '@glassdrum/show';
import { IcosahedronGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

declare global {
  interface Window {
    measured?: {
      /** @param hasPrizes whether the winners' cards show prizes, each with its image */
      open(style: ShowStyle, entrants: number, waited: boolean, hasPrizes: boolean): Promise<Opened>;
      frames(instants: readonly number[], perInstant: number): Promise<number[]>;
      /** The plain way: an object for each entrant, moved and drawn one by one. */
      plain(entrants: number, frames: number): Promise<number[]>;
      close(): void;
      drawCalls(): number;
    };
  }
}

interface Opened {
  /** From the call until the first frame is drawn. */
  ms: number;
  /** The longest task meanwhile; browsers report none below 50 ms. */
  longestTask: number;
}

const container = document.querySelector<HTMLElement>('#stage');
let show: Show | null = null;
let result: ShowResult | null = null;
let longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: 'longtask' });

const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function render(t: number): void {
  show?.render(t, t >= 25 ? result : null);
}

/** An image as prizes have. */
function prizeImage(hue: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = `hsl(${hue} 60% 50%)`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas.toDataURL('image/png');
}

/** @param waited as for a visitor who came from the waiting room */
async function open(style: ShowStyle, count: number, waited: boolean, hasPrizes: boolean): Promise<Opened> {
  if (container === null) throw new Error('The page has no stage.');
  const entrants = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: `Entrant number ${index + 1}`,
  }));
  const winners = [3, 1, 2].map((n) => entrants[(n * 17) % count]).filter((one) => one !== undefined);
  result = {
    winners: winners.map((winner, place) => ({
      ...winner,
      ...(hasPrizes && { prize: `Basket number ${place} from the market`, image: prizeImage(place * 90) }),
    })),
  };
  const look = { style, theme: 'dark', calm: false, yieldToMain } as const;
  const warm = waited ? await warmShow(look) : null;
  await new Promise((resolve) => setTimeout(resolve, 300));
  longest = 0;
  const start = performance.now();
  show = await openShow({
    container,
    ...look,
    warm,
    plan: { seedHex: '5f1d3ab09c2e77d4a1b6c8e0f2439587', entrants, ownNumber: count, totalEntries: count },
    texts: { you: 'you', headline: 'GRAND WINNERS', entry: (number) => `Entry #${number}` },
    // The least of what the rasteriser can be asked for: what is measured is this thread's work.
    quality: 3,
    clock: () => performance.now(),
  });
  await show.settled;
  show.resize(container.clientWidth, container.clientHeight, 1);
  render(0.5);
  const ms = performance.now() - start;
  // The observer reports a task after its end.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { ms, longestTask: longest };
}

window.measured = {
  open,
  async frames(instants, perInstant) {
    const work: number[] = [];
    for (const start of instants) {
      render(start); // A jump is no frame.
      for (let frame = 1; frame <= perInstant; frame += 1) {
        await nextFrame();
        render(start + frame / 60);
        work.push(show?.stats().lastFrameMs ?? 0);
      }
    }
    return work;
  },
  async plain(count, frames) {
    if (container === null) throw new Error('The page has no stage.');
    const renderer = new WebGLRenderer();
    renderer.setSize(container.clientWidth, container.clientHeight);
    container.append(renderer.domElement);
    const scene = new Scene();
    const camera = new PerspectiveCamera(40, 0.5, 0.1, 100);
    camera.position.z = 12;
    const geometry = new IcosahedronGeometry(0.12, 2);
    const material = new MeshBasicMaterial({ color: 0xffaa33 });
    const bodies = Array.from({ length: count }, () => new Mesh(geometry, material));
    scene.add(...bodies);
    const work: number[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      await nextFrame();
      const start = performance.now();
      for (const [index, body] of bodies.entries()) {
        const turn = frame / 60 + index;
        body.position.set(2 * Math.sin(turn), 4 * Math.cos(turn * 1.3), Math.sin(turn * 0.7));
        body.rotation.set(turn, turn, 0);
      }
      renderer.render(scene, camera);
      work.push(performance.now() - start);
    }
    renderer.dispose();
    renderer.domElement.remove();
    return work;
  },
  close() {
    show?.dispose();
    show = null;
  },
  drawCalls: () => show?.stats().drawCalls ?? 0,
};
