/** The desk's big answer, to be seen and heard in a noisy hall (R67, R73): a tick, or what is wrong; and the switch of its sound. */
import { useEffect, useRef, useState } from 'react';
import { CircleCheck, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/switch.tsx';
import { playOutcome } from './sale-sound.ts';

export interface Outcome {
  /** Another one is another answer, and is heard. */
  id: string;
  tone: 'good' | 'warn' | 'danger' | 'waits';
  sentences: string[];
  /** Why nothing was done. */
  reason?: string;
}

const LOOKS: Record<Outcome['tone'], { Icon: LucideIcon; look: string }> = {
  good: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  warn: { Icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  danger: { Icon: CircleX, look: 'bg-danger-soft text-danger' },
  waits: { Icon: Clock, look: 'bg-sunken text-ink' },
};
const SOUND = 'desk-sound';

/** @param outcome null before the first */
export function DeskOutcome({ outcome }: { outcome: Outcome | null }) {
  const [hasSound, setSound] = useState(() => readStored(SOUND) !== 'off');
  const playedKey = useRef<string | null>(null);
  const key = outcome === null ? null : `${outcome.id} ${outcome.tone}`;
  const isGood = outcome !== null && (outcome.tone === 'good' || outcome.tone === 'waits');
  useEffect(() => {
    if (key === null || playedKey.current === key) return;
    playedKey.current = key;
    if (hasSound) playOutcome(isGood ? 'good' : 'bad');
  }, [key, hasSound, isGood]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {outcome !== null && <Answer {...outcome} />}
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

function Answer({ tone, sentences, reason }: Outcome) {
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
