/** The draw for a hall: scene, caption and freeze words with their QR code (R92), and the winners so large that the last row reads them. */
import type { AnimationStyle, DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { Lettering, type ShowMoment } from '../../show-player/lettering.tsx';
import { audienceSentence, captionOf } from '../../show-player/draw-texts.ts';
import { machineWinners } from '../../show-player/reveal.ts';
import { DiceRow } from '../../show-player/room/die-face.tsx';
import type { RoomNumbersStatus } from '../../show-player/room/room-numbers.tsx';
import { ScenePlayer } from '../../show-player/scene-player.tsx';
import { useFreezeWords } from '../../show-player/freeze-words.tsx';
import { useFirstWinners } from '../../show-player/use-first-winners.ts';
import { classNames } from '../../ui/class-names.ts';
import { plate } from './stage-frame.tsx';
import { CompareCode } from './stage-sealing.tsx';

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
  /** R91: how many devices entered the room's numbers; null where nobody did. */
  roomNumbers: RoomNumbersStatus | null;
  /** What the QR code beside the scene leads to. */
  compareUrl: string;
  isOverlay: boolean;
  /** The stream behind is dark. */
  isOnDark: boolean;
}

export function StageDraw(props: StageDrawProps) {
  const { title, plan, moment, clock, now, result, isOverlay, isOnDark } = props;
  const { roomNumbers, compareUrl } = props;
  const { prizes, details, first } = useFirstWinners(plan, result);
  const isGrounded = hasGround(plan.animation_style, isOverlay, isOnDark);
  const caption = moment.phase === 'animation' ? captionOf(moment, plan, roomNumbers) : null;
  const audience = audienceSentence(plan);
  const isPause = moment.phase === 'animation' && moment.step === 'pause';
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <header
        className={classNames(
          'flex items-center justify-between gap-x-[3vw] portrait:flex-wrap',
          isOverlay ? `m-[2vh] ${plate(true)}` : 'bg-paper px-[2vw] py-[1vh]',
        )}
      >
        <h1 className="max-w-full truncate text-[4.4vh] landscape:min-w-0 landscape:flex-1">{title}</h1>
        <HallWords hash={plan.freeze_hash} className="text-[3.6vh] portrait:text-[2.6vh]" />
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
          withoutTickets={plan.without_tickets}
          winners={machineWinners(plan)}
          prizes={prizes}
          details={details}
          raffleId={plan.raffle_id}
          isTransparent={!isGrounded}
          own={null}
          clock={clock}
          now={now}
          revealed={first}
          footOf={captionHeight}
          lettering={
            <Lettering
              moment={moment}
              prizes={prizes}
              details={details}
              winners={first}
              own={null}
              size="hall"
            />
          }
        />
        {moment.phase === 'animation' && !isOverlay && (
          <CompareCode
            url={compareUrl}
            className="absolute top-[1.4vh] right-[1.4vh] h-[19vh] shadow-card portrait:h-[13vh]"
          />
        )}
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
            <p className="font-display text-[6vh] leading-tight font-bold portrait:text-[4vh]">
              {caption.title}
            </p>
            <p className="text-[3vh] text-ink-soft portrait:text-[2.2vh]">{caption.text}</p>
          </div>
          {moment.phase === 'animation' && moment.step === 'runup' && plan.beacon_text !== null && (
            <DiceRow text={plan.beacon_text} className="mt-[1vh] text-[4vh]" />
          )}
          {isPause && audience !== null && (
            <p className="mt-[0.6vh] text-[2.6vh] text-ink-soft tabular-nums portrait:text-[1.9vh]">
              {audience}
            </p>
          )}
        </footer>
      )}
    </div>
  );
}

/** What the caption takes of the stage; the world stays above it. */
function captionHeight(height: number): number {
  return height * 0.17;
}

/** Below the winners too: the hall compares them with its phones. */
export function FreezeLine({
  plan,
  compareUrl,
  isOverlay,
}: {
  plan: DrawPlan;
  compareUrl: string;
  isOverlay: boolean;
}) {
  const audience = audienceSentence(plan);
  return (
    <div
      className={classNames(
        'mx-auto mt-[1.5vh] flex items-center gap-[1.6vw] portrait:gap-[3vw]',
        plate(isOverlay),
      )}
      title={m.stage_freeze_hint()}
    >
      <div className="text-center">
        <HallWords hash={plan.freeze_hash} className="text-[3.8vh] portrait:text-[2.4vh]" />
        {audience !== null && (
          <p className="text-[2.4vh] text-ink-soft tabular-nums portrait:text-[1.6vh]">{audience}</p>
        )}
      </div>
      {!isOverlay && <CompareCode url={compareUrl} className="h-[9vh] rounded-none! portrait:h-[6vh]" />}
    </div>
  );
}

/** In letters for the last row. */
function HallWords({ hash, className }: { hash: string; className: string }) {
  const words = useFreezeWords(hash);
  return (
    <p
      data-freeze-words={words === null ? 'loading' : 'shown'}
      className={classNames('min-w-0 leading-tight text-balance', className)}
    >
      <span className="text-[0.62em] text-ink-soft">{m.draw_freeze_words()} </span>
      <span className="font-display font-bold">{words?.join(' ') ?? '…'}</span>
    </p>
  );
}
