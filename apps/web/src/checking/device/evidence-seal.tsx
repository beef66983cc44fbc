/**
 * The evidence seal (R87, R88; draw protocol §10): what this device itself found out about the draw, as a colour with a sign
 * and a sentence. Yellow is calm and explains; red can't be overlooked and says what to keep.
 */
import { ShieldAlert, ShieldCheck, ShieldEllipsis, ShieldX } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import type { DeviceView } from './device-view.ts';
import { EvidenceExportButton } from '../evidence/evidence-export-button.tsx';
import { greenSentence, reasonText } from './seal-texts.ts';

interface EvidenceSealProps {
  /** Null while nothing was checked yet. */
  state: DeviceView | null;
  /** Whose evidence may be saved. */
  drawId: string;
}

const LOOKS = {
  pending: { Sign: ShieldEllipsis, box: 'border-line bg-card text-ink', sign: 'bg-sunken text-ink-soft' },
  green: { Sign: ShieldCheck, box: 'border-good/40 bg-good-soft text-good', sign: 'bg-good text-paper' },
  yellow: { Sign: ShieldAlert, box: 'border-warn/40 bg-warn-soft text-warn', sign: 'bg-warn text-paper' },
  red: { Sign: ShieldX, box: 'border-danger bg-danger-soft text-danger', sign: 'bg-danger text-paper' },
} as const;

const TITLES = {
  pending: m.seal_pending,
  green: m.seal_green,
  yellow: m.seal_yellow,
  red: m.seal_red,
} as const;

export function EvidenceSeal({ state, drawId }: EvidenceSealProps) {
  const colour = state?.colour ?? 'pending';
  const { Sign, box, sign } = LOOKS[colour];
  return (
    <section
      role={colour === 'red' ? 'alert' : 'status'}
      data-seal={colour}
      className={classNames(
        'grid grid-cols-[auto_1fr] gap-x-4 rounded-2xl px-4 py-4 text-left',
        box,
        colour === 'red' ? 'border-4' : 'border',
      )}
    >
      <span
        key={colour}
        aria-hidden
        className={classNames(
          'grid size-12 place-items-center rounded-full',
          sign,
          colour !== 'pending' && 'animate-appear',
        )}
      >
        <Sign className="size-7" />
      </span>
      <div className="min-w-0">
        <h2
          className={classNames(
            'font-display leading-tight font-bold',
            colour === 'red' ? 'text-2xl' : 'text-xl',
          )}
        >
          {TITLES[colour]()}
        </h2>
        {state === null ? (
          <p className="mt-1 leading-snug text-ink-soft">{m.seal_waiting()}</p>
        ) : (
          <Body view={state} />
        )}
        {colour === 'red' && (
          <div className="mt-3 print:hidden">
            <EvidenceExportButton drawId={drawId} />
          </div>
        )}
      </div>
    </section>
  );
}

function Body({ view }: { view: DeviceView }) {
  switch (view.colour) {
    case 'green':
      return <p className="mt-1 leading-snug">{greenSentence(view)}</p>;
    case 'pending':
    case 'yellow': {
      const lines = linesOf(view);
      const sentence = view.colour === 'yellow' ? m.seal_yellow_text() : (lines.shift() ?? m.seal_waiting());
      return (
        <>
          <p className={classNames('mt-1 leading-snug', view.colour === 'pending' && 'text-ink-soft')}>
            {sentence}
          </p>
          <Lines lines={lines} />
        </>
      );
    }
    case 'red': {
      const [first = '', ...more] = linesOf(view);
      return (
        <>
          <p className="mt-1 leading-snug font-semibold">{m.seal_red_text({ reason: first })}</p>
          <Lines lines={more.map((reason) => m.seal_red_also({ reason }))} />
        </>
      );
    }
  }
}

/** Each once: two codes may have one sentence for a visitor. */
function linesOf(view: DeviceView): string[] {
  return [...new Set(view.reasons.map((reason) => reasonText(reason, view)))];
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm leading-snug text-ink">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
