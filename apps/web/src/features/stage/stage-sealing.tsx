/** R86, R92: the seconds before the show, for a hall: the freeze words, the whole hash as a QR code, and who has signed. */
import type { DrawPlan, StageInfo } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { audienceSentence } from '../../show-player/draw-texts.ts';
import { sealingText, StartsIn, WordTickets } from '../../show-player/sealing.tsx';
import { WitnessSigns } from '../../show-player/witness-signs.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { plate } from './stage-frame.tsx';

/**
 * The raffle's draw page with the whole freeze hash behind it, which the phone that scans it compares with its own. At the
 * address that people joined by, because the stage itself may run on the laptop that is the server.
 */
export function compareAddress({ public_url: joinUrl }: StageInfo, plan: DrawPlan): string {
  const origin = joinUrl === null ? window.location.origin : new URL(joinUrl).origin;
  return `${origin}/draw/${plan.raffle_id}#freeze=${plan.freeze_hash}`;
}

interface StageSealingProps {
  title: string;
  plan: DrawPlan;
  /** The server's clock. */
  now: () => number;
  compareUrl: string;
  isOverlay: boolean;
}

export function StageSealing({ title, plan, now, compareUrl, isOverlay }: StageSealingProps) {
  const audience = audienceSentence(plan);
  if (isOverlay) {
    return (
      <div className="flex min-h-0 flex-1 flex-col justify-end p-[3vh]">
        <div className={classNames('flex items-center gap-[3vw]', plate(true))}>
          <div className="grid min-w-0 flex-1 gap-[1.4vh]">
            <h1 className="text-[4.4vh] leading-tight">{m.draw_sealing_title()}</h1>
            <WordTickets hash={plan.freeze_hash} size="stream" />
          </div>
          <CompareCode url={compareUrl} className="h-[24vh]" />
        </div>
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 items-stretch gap-[3vw] px-[3vw] py-[3vh] portrait:flex-col portrait:gap-[2vh]">
      <section className="flex min-w-0 flex-1 flex-col justify-center gap-[2.4vh] text-center">
        <header>
          <p className="truncate text-[3.4vh] font-semibold text-ink-soft portrait:text-[2.4vh]">{title}</p>
          <h1 className="text-[8vh] leading-tight portrait:text-[5vh]">{m.draw_sealing_title()}</h1>
          <p className="mx-auto max-w-[62vw] text-[2.8vh] text-ink-soft portrait:max-w-full portrait:text-[2vh]">
            {sealingText(plan)}
          </p>
        </header>
        <WordTickets hash={plan.freeze_hash} size="hall" />
        <WitnessSigns sealing={plan.sealing} size="hall" />
        <p className="min-h-[1lh] text-[2.8vh] text-ink-soft tabular-nums portrait:text-[2vh]">{audience}</p>
      </section>
      <aside className="flex shrink-0 flex-col items-center justify-center gap-[2.4vh] rounded-[3vh] bg-card px-[2vw] py-[2vh] text-center shadow-card portrait:flex-row portrait:gap-[4vw] portrait:py-[1.4vh]">
        <CompareCode url={compareUrl} className="h-[44vh] border border-line portrait:h-[19vh]" />
        <div className="grid gap-[2vh]">
          <p className="max-w-[24vw] text-[3vh] text-ink-soft portrait:max-w-full portrait:text-[2.2vh]">
            {m.stage_freeze_scan()}
          </p>
          <StartsIn at={plan.t0} now={now} className="text-[4vh] portrait:text-[2.8vh]" />
        </div>
      </aside>
    </div>
  );
}

/** The whole freeze hash, for a phone's camera. */
export function CompareCode({ url, className }: { url: string; className: string }) {
  return <QrImage text={url} label={m.stage_freeze_qr()} className={className} />;
}
