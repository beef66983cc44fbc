/**
 * One frame of a video (R76): whose draw it is and its freeze words above, the show or a page of winners between, and below what is
 * happening and where everyone can check it. A function of the time, as the replay is.
 */
import type { DrawPlan, ResultsAnswer } from '@glassdrum/contract';
import { replayMoment, SHOW_STARTS } from '@glassdrum/raffle-rules';
import type { ShowResult } from '@glassdrum/show';
import type * as Frames from '@glassdrum/show/frames';
import type { Picture, Size } from '@glassdrum/show/frames';
import { pageAt } from '../../live/winner-pages.ts';
import { m } from '../../messages/generated/messages.js';
import { captionOf } from '../draw-texts.ts';
import type { Entrant } from '../entrants.ts';
import { grandHeading } from '../lettering.tsx';
import { namedPrizes } from '../prize-names.ts';
import { machineWinners, revealOf } from '../reveal.ts';
import { showResult } from '../show-result.ts';
import { pagePainter } from './page-painter.ts';
import type { VideoLook } from './video-look.ts';
import { videoLength } from './video-plan.ts';

/** Everything that a video is made of; names are those of the public results. */
export interface VideoDraw {
  plan: DrawPlan;
  results: ResultsAnswer;
  entrants: readonly Entrant[];
  images: ReadonlyMap<string, Picture>;
  freezeWords: readonly string[];
  /** Where the draw can be checked, without the scheme. */
  address: string;
}

export interface VideoFrames {
  /** Milliseconds. */
  length: number;
  /** @param at milliseconds from the beginning */
  paint(at: number): void;
  dispose(): void;
}

/** How long a page of winners takes to appear, in milliseconds. */
const APPEAR_MS = 250;

/** @param code of the show's frames, which is loaded only for a video @throws Error when the style's code could not be loaded */
export async function openVideoFrames(
  code: typeof Frames,
  draw: VideoDraw,
  options: {
    context: CanvasRenderingContext2D;
    size: Size;
    look: VideoLook;
    theme: 'light' | 'dark';
    calm: boolean;
    yieldToMain: () => Promise<void>;
  },
): Promise<VideoFrames> {
  const { plan, results, images } = draw;
  const { context, size, look } = options;
  const prizes = namedPrizes(results.prizes);
  const { first, pages } = revealOf(plan, results.winners);
  const result: ShowResult = showResult(first, prizes, results.prizes);
  const { head, stage, foot } = partsOf(size);
  const show = await code.openFrames({
    style: plan.animation_style,
    plan: {
      seedHex: plan.freeze_hash,
      entrants: draw.entrants,
      ownNumber: null,
      totalEntries: plan.total_entries,
      winnerCount: machineWinners(plan),
    },
    theme: options.theme,
    calm: options.calm,
    yieldToMain: options.yieldToMain,
    texts: {
      you: m.draw_you(),
      headline: grandHeading(prizes),
      entry: (number) => m.draw_entry({ number }),
    },
    size: stage,
    images,
  });
  const paintPage = pagePainter({ look, prizes, details: results.prizes, images, canvas: code });
  const unknowing: DrawPlan = { ...plan, beacon_value: null };

  function band(y: number, height: number): void {
    context.fillStyle = look.paper;
    context.fillRect(0, y, size.width, height);
  }

  function line(
    text: string,
    at: { x: number; y: number; width: number; font: string; color: string; align?: CanvasTextAlign },
  ): void {
    context.font = at.font;
    context.fillStyle = at.color;
    context.textAlign = at.align ?? 'left';
    context.textBaseline = 'middle';
    const [shown = ''] = code.linesWithin(context, text, { width: at.width, lines: 1 });
    context.fillText(shown, at.x, at.y);
  }

  function paintHead(): void {
    band(0, head.height);
    const middle = size.width / 2;
    const width = size.width * 0.94;
    line(results.title, {
      x: middle,
      y: head.height * 0.36,
      width,
      font: `800 ${head.height * 0.38}px ${look.display}`,
      color: look.ink,
      align: 'center',
    });
    line(`${m.results_freeze_words()}: ${draw.freezeWords.join(' ')}`, {
      x: middle,
      y: head.height * 0.76,
      width,
      font: `600 ${head.height * 0.24}px ${look.text}`,
      color: look.inkSoft,
      align: 'center',
    });
  }

  function paintFoot(at: number): void {
    band(foot.y, foot.height);
    const caption = captionAt(at);
    line(caption ?? m.video_check({ address: draw.address }), {
      x: size.width / 2,
      y: foot.y + foot.height * 0.52,
      width: size.width * 0.94,
      font: `600 ${foot.height * 0.46}px ${look.text}`,
      color: caption === null ? look.inkSoft : look.ink,
      align: 'center',
    });
  }

  function captionAt(at: number): string | null {
    const moment = replayMoment(at);
    if (moment.phase !== 'animation') return null;
    // The pause shows what was known then.
    return captionOf(moment, moment.step === 'pause' ? unknowing : plan, null).title;
  }

  return {
    length: videoLength(pages),
    paint(at) {
      const page = pageAt(pages, at - SHOW_STARTS.complete);
      context.save();
      context.translate(stage.x, stage.y);
      context.beginPath();
      context.rect(0, 0, stage.width, stage.height);
      context.clip();
      if (page === null) {
        show.paint(context, at / 1000, at < SHOW_STARTS.reveal ? null : result);
      } else {
        const shown = pages[page.page];
        context.fillStyle = look.paper;
        context.fillRect(0, 0, stage.width, stage.height);
        if (shown !== undefined) {
          context.globalAlpha = Math.min(1, (shown.ms - page.left) / APPEAR_MS);
          const edge = Math.min(stage.width, stage.height) * 0.03;
          paintPage(context, shown, {
            x: edge,
            y: edge,
            width: stage.width - 2 * edge,
            height: stage.height - 2 * edge,
          });
        }
      }
      context.restore();
      paintHead();
      paintFoot(at);
    },
    dispose: () => show.dispose(),
  };
}

/** From above: title, show, caption. */
function partsOf({ width, height }: Size): Record<'head' | 'stage' | 'foot', Frames.Rect> {
  const [top, bottom] = [Math.round(height * 0.105), Math.round(height * 0.06)];
  return {
    head: { x: 0, y: 0, width, height: top },
    stage: { x: 0, y: top, width, height: height - top - bottom },
    foot: { x: 0, y: height - bottom, width, height: bottom },
  };
}
