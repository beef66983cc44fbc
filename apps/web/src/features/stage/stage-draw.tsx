/** The draw for a hall: scene, caption and freeze code, and the winners so large that the last row reads them. */
import type { AnimationStyle, DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { Lettering, presenceIn, type ShowMoment } from '../../show-player/draw-stage.tsx';
import { captionOf } from '../../show-player/draw-texts.ts';
import { ScenePlayer } from '../../show-player/scene-player.tsx';
import { classNames } from '../../ui/class-names.ts';
import { plate } from './stage-frame.tsx';

/** Styles whose picture is light on the night and nothing else: on a bright stream nobody would see it. */
const OF_LIGHT: ReadonlySet<AnimationStyle> = new Set(['cosmic', 'neon', 'fireworks']);

/** Whether the scene brings its own ground: over a stream only light does, unless the address says the stream is dark. */
export function hasGround(style: AnimationStyle, isOverlay: boolean, isOnDark: boolean): boolean {
  return !isOverlay || (!isOnDark && OF_LIGHT.has(style));
}

interface StageDrawProps {
  title: string;
  plan: DrawPlan;
  moment: ShowMoment;
  clock: DrawClock;
  now: () => number;
  result: LiveResult | null;
  isOverlay: boolean;
  /** The stream behind is dark. */
  isOnDark: boolean;
}

export function StageDraw(props: StageDrawProps) {
  const { title, plan, moment, clock, now, result, isOverlay, isOnDark } = props;
  const isGrounded = hasGround(plan.animation_style, isOverlay, isOnDark);
  const caption = moment.phase === 'animation' ? captionOf(moment, plan) : null;
  const isPause = moment.phase === 'animation' && moment.step === 'pause';
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <header
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-[3vw]',
          isOverlay ? `m-[2vh] ${plate(true)}` : 'bg-paper px-[2vw] py-[1vh]',
        )}
      >
        <h1 className="max-w-full truncate text-[4.4vh] sm:max-w-[70vw]">{title}</h1>
        <p className="flex shrink-0 items-baseline gap-[1vw]">
          <span className="text-[2.6vh] text-ink-soft">{m.stage_freeze()}</span>
          <span data-freeze-code className="font-mono text-[6vh] leading-none font-bold tracking-[0.06em]">
            {plan.freeze_code}
          </span>
        </p>
      </header>
      <div
        className={classNames(
          'relative flex min-h-0 flex-1 flex-col',
          isOverlay && isGrounded && 'm-[2vh] mt-0 overflow-hidden rounded-3xl shadow-high',
        )}
      >
        <ScenePlayer
          style={plan.animation_style}
          freezeHash={plan.freeze_hash}
          entries={plan.total_entries}
          winners={plan.winners}
          raffleId={plan.raffle_id}
          isTransparent={!isGrounded}
          own={null}
          clock={clock}
          now={now}
          result={result}
          footOf={captionHeight}
          presence={presenceIn(moment)}
          lettering={<Lettering moment={moment} result={result} own={null} size="hall" />}
        />
      </div>
      {caption !== null && (
        <footer
          aria-live="polite"
          className={classNames(
            'absolute bottom-[2.5vh] left-1/2 w-max max-w-[94vw] -translate-x-1/2 rounded-3xl px-[3vw] py-[1vh] text-center shadow-card',
            isOverlay ? 'bg-card' : 'bg-paper/90',
          )}
        >
          <div className={isPause ? 'animate-breathe-softly' : ''}>
            <p className="font-display text-[6vh] leading-tight font-bold">{caption.title}</p>
            <p className="text-[3vh] text-ink-soft">{caption.text}</p>
          </div>
        </footer>
      )}
    </div>
  );
}

/** What the caption takes of the stage; the world stays above it. */
function captionHeight(height: number): number {
  return height * 0.17;
}

/** Below the winners too: the hall compares it with its phones. */
export function FreezeLine({ code, isOverlay }: { code: string; isOverlay: boolean }) {
  return (
    <p
      className={classNames(
        'mx-auto mt-[1.5vh] flex items-baseline gap-[1.2vw] portrait:gap-[2.4vw]',
        plate(isOverlay),
      )}
      title={m.stage_freeze_hint()}
    >
      <span className="text-[2.6vh] text-ink-soft">{m.stage_freeze()}</span>
      <span data-freeze-code className="font-mono text-[5vh] leading-none font-bold tracking-[0.06em]">
        {code}
      </span>
    </p>
  );
}
