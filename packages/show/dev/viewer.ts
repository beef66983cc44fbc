/**
 * Plays a style for developers. Query: style, theme, entrants, own, winners, calm, ground=0, t (a still
 * frame), bar=0.
 * `window.viewer` lets scripts step through the show.
 */
import '@fontsource-variable/bricolage-grotesque/wght.css';
import { openShow } from '../src/index.ts';
import type { Show, ShowResult, ShowStyle } from '../src/index.ts';
import { inventedEntrants } from './entrants.ts';

declare global {
  interface Window {
    viewer?: { show: Show; at(t: number, hold?: number): void; play(): void };
  }
}

const query = new URLSearchParams(location.search);
const count = Number(query.get('entrants') ?? 48);
const winners = Number(query.get('winners') ?? 3);
const entrants = inventedEntrants(count);
const stage = document.querySelector<HTMLElement>('#stage');
const bar = document.querySelector<HTMLElement>('#bar');
const slider = document.querySelector<HTMLInputElement>('#time');
const out = document.querySelector<HTMLOutputElement>('#out');
const result: ShowResult = {
  winners: [17, 4, 29].slice(0, winners).flatMap((number) => {
    const winner = entrants[(number - 1) % count];
    return winner === undefined ? [] : [winner];
  }),
};

if (stage !== null && bar !== null && slider !== null && out !== null) {
  bar.hidden = query.get('bar') === '0';
  const show = await openShow({
    container: stage,
    style: (query.get('style') ?? 'classic') as ShowStyle,
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    calm: query.get('calm') === '1',
    hasGround: query.get('ground') !== '0',
    font: "'Bricolage Grotesque Variable', sans-serif",
    texts: { you: 'you', headline: 'GRAND WINNERS', entry: (number) => `Entry #${number}` },
    plan: {
      seedHex: query.get('seed') ?? '5f1d3ab09c2e77d4a1b6c8e0f2439587',
      entrants,
      ownNumber: Number(query.get('own') ?? 12),
      totalEntries: count,
      winnerCount: winners,
    },
    quality: query.has('quality') ? (Number(query.get('quality')) as 0) : 'auto',
    clock: () => performance.now(),
  });
  await show.settled;
  let now = Number(query.get('t') ?? 0);
  let playing = !query.has('t');
  const fit = (): void => show.resize(stage.clientWidth, stage.clientHeight, devicePixelRatio);
  const at = (t: number, hold = 0): void => {
    now = t;
    show.render(t, t >= 25 ? result : null, hold);
    slider.value = String(t);
    const { lastFrameMs, drawCalls, quality } = show.stats();
    out.textContent = `${t.toFixed(2)} s · ${lastFrameMs.toFixed(1)} ms · ${drawCalls} calls · q${quality}`;
  };
  fit();
  at(now);
  addEventListener('resize', () => {
    fit();
    at(now);
  });
  slider.addEventListener('input', () => {
    playing = false;
    at(Number(slider.value));
  });
  let last = performance.now();
  const frame = (time: number): void => {
    if (playing) at(Math.min(now + (time - last) / 1000, 36));
    last = time;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  document.querySelector('#play')?.addEventListener('click', () => (playing = !playing));
  window.viewer = { show, at, play: () => (playing = true) };
}
