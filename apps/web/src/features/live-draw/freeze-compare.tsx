/**
 * R92: the stage's QR code leads here with the whole freeze hash in the address's fragment, which no server is told. The
 * comparison is made on this device, with the freeze that it received itself.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { CircleHelp, ShieldCheck, ShieldX, X } from 'lucide-react';
import { useStoredEvidence } from '../../checking/evidence/use-stored-evidence.ts';
import { m } from '../../messages/generated/messages.js';
import { FreezeWords } from '../../show-player/freeze-words.tsx';
import { classNames } from '../../ui/class-names.ts';

const LOOKS = {
  same: { Sign: ShieldCheck, look: 'border-good bg-good-soft text-good' },
  other: { Sign: ShieldX, look: 'border-danger bg-danger-soft text-danger' },
  unknown: { Sign: CircleHelp, look: 'border-line-strong bg-card text-ink' },
} as const;

interface FreezeCompareProps {
  /** 64 hex. */
  scanned: string;
  /** Null while this device knows of no freeze. */
  plan: DrawPlan | null;
  onClose: () => void;
}

export function FreezeCompare({ scanned, plan, onClose }: FreezeCompareProps) {
  const stored = useStoredEvidence(plan?.draw_id ?? null).data?.freezeHash ?? null;
  // What this device saw first; where it stores nothing, what it has just received.
  const own = stored ?? plan?.freeze_hash ?? null;
  const outcome = outcomeOf(scanned, own);
  const { Sign, look } = LOOKS[outcome];
  const { title, text } = wordsOf(outcome);
  return (
    <aside
      aria-live="assertive"
      data-freeze-compare={outcome}
      className={classNames(
        'fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-40 mx-auto grid max-w-xl animate-appear grid-cols-[auto_1fr_auto] items-start gap-x-3 rounded-2xl border-2 px-4 py-3 shadow-high',
        look,
      )}
    >
      <Sign aria-hidden className="mt-0.5 size-7" />
      <div className="min-w-0">
        <p className="font-display text-lg leading-tight font-bold">{title}</p>
        <p className="mt-1 text-sm leading-snug text-ink">{text}</p>
        <dl className="mt-2 grid gap-1 text-ink">
          <dt className="text-sm text-ink-soft">{m.draw_compare_scanned()}</dt>
          <dd>
            <FreezeWords hash={scanned} size="plain" />
          </dd>
          {outcome === 'other' && own !== null && (
            <>
              <dt className="text-sm text-ink-soft">{m.draw_compare_here()}</dt>
              <dd>
                <FreezeWords hash={own} size="plain" />
              </dd>
            </>
          )}
        </dl>
      </div>
      <button
        type="button"
        aria-label={m.common_close()}
        onClick={onClose}
        className="-mt-1 -mr-2 grid size-11 place-items-center rounded-xl text-ink-soft hover:bg-card hover:text-ink"
      >
        <X aria-hidden className="size-5" />
      </button>
    </aside>
  );
}

function outcomeOf(scanned: string, own: string | null): keyof typeof LOOKS {
  if (own === null) return 'unknown';
  return own === scanned ? 'same' : 'other';
}

function wordsOf(outcome: keyof typeof LOOKS): { title: string; text: string } {
  switch (outcome) {
    case 'same':
      return { title: m.draw_compare_same(), text: m.draw_compare_same_text() };
    case 'other':
      return { title: m.draw_compare_other(), text: m.draw_compare_other_text() };
    case 'unknown':
      return { title: m.draw_compare_unknown(), text: m.draw_compare_unknown_text() };
  }
}
