/** What became of the last sale, to be seen and heard in a noisy hall (R67): a big tick, or what is wrong. */
import { useEffect, useRef, useState } from 'react';
import { CircleCheck, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/switch.tsx';
import type { FinishedSale, SaleState } from './sale-queue.ts';
import { playOutcome } from './sale-sound.ts';
import { sentencesOf } from './sale-texts.ts';

type Tone = 'good' | 'warn' | 'danger' | 'waits';

interface Shown {
  id: string;
  tone: Tone;
  sentences: string[];
  /** Why it was not made. */
  reason?: string;
}

const LOOKS: Record<Tone, { Icon: LucideIcon; look: string }> = {
  good: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  warn: { Icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  danger: { Icon: CircleX, look: 'bg-danger-soft text-danger' },
  waits: { Icon: Clock, look: 'bg-sunken text-ink' },
};
const SOUND = 'desk-sound';

export function LastSale({ state }: { state: SaleState }) {
  const [hasSound, setSound] = useState(() => readStored(SOUND) !== 'off');
  const shown = lastOf(state);
  const playedKey = useRef<string | null>(null);
  const key = shown === null ? null : `${shown.id} ${shown.tone}`;
  const isGood = shown !== null && (shown.tone === 'good' || shown.tone === 'waits');
  useEffect(() => {
    if (key === null || playedKey.current === key) return;
    playedKey.current = key;
    if (hasSound) playOutcome(isGood ? 'good' : 'bad');
  }, [key, hasSound, isGood]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {shown !== null && <Outcome {...shown} />}
      <Switch
        label={m.desk_sound()}
        checked={hasSound}
        onCheckedChange={(isOn) => {
          setSound(isOn);
          writeStored(SOUND, isOn ? null : 'off');
        }}
      />
    </div>
  );
}

function Outcome({ tone, sentences, reason }: Shown) {
  const { Icon, look } = LOOKS[tone];
  return (
    <div data-last-sale={tone} className={classNames('flex items-center gap-4 rounded-2xl p-4', look)}>
      <Icon aria-hidden className="size-14 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0 wrap-anywhere tabular-nums">
        {sentences.map((sentence) => (
          <p key={sentence} className="font-display text-2xl font-bold">
            {sentence}
          </p>
        ))}
        {reason !== undefined && <p className="mt-1 font-semibold">{reason}</p>}
      </div>
    </div>
  );
}

/** The newest one: one that waits for the network, else the last that was answered. */
function lastOf({ waiting, finished, isOffline }: SaleState): Shown | null {
  const waits = waiting.at(-1);
  if (waits !== undefined && isOffline) {
    const sentences = [m.desk_last_kept({ sale: waits.shown })];
    return { id: waits.body.client_id, tone: 'waits', sentences };
  }
  const [sale] = finished;
  return sale === undefined ? null : shownOf(sale);
}

function shownOf(sale: FinishedSale): Shown {
  const id = sale.body.client_id;
  if ('refusal' in sale) {
    const notMade = sale.body.action === 'sell' ? m.desk_last_refused : m.desk_last_not_taken_back;
    return { id, tone: 'danger', sentences: [notMade({ sale: sale.shown })], reason: sale.refusal };
  }
  const isMade = sale.answer.results.every(({ result }) => result === 'sold' || result === 'unsold');
  return { id, tone: isMade ? 'good' : 'warn', sentences: sentencesOf(sale.answer) };
}
