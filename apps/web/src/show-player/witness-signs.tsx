/** R86: how many witnesses have signed that the list was frozen, as a sentence and as signs with their names. */
import type { Sealing } from '@glassdrum/contract';
import { Check, CircleDashed } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

/** "2 of 3 witnesses have signed"; says what is missing once nobody is waited for any more. */
export function witnessSentence({ known, quorum, cosigned, done }: Sealing): string {
  const signed = cosigned.length;
  if (known === 0) return m.draw_witness_none();
  if (done && signed < Math.max(1, quorum)) {
    return quorum > 0 ? m.draw_witness_too_few({ signed, quorum }) : m.draw_witness_silent({ known });
  }
  if (known === 1) return signed === 0 ? m.draw_witness_one_waiting() : m.draw_witness_one();
  return m.draw_witness_count({ signed, known });
}

interface WitnessSignsProps {
  sealing: Sealing;
  size?: 'page' | 'hall';
  className?: string;
}

export function WitnessSigns({ sealing, size = 'page', className }: WitnessSignsProps) {
  const { known, cosigned, done } = sealing;
  const isHall = size === 'hall';
  const missing = Math.max(0, known - cosigned.length);
  return (
    <div className={classNames('grid', isHall ? 'gap-[1.4vh]' : 'gap-2.5', className)}>
      <p
        role="status"
        className={classNames(
          known > 0 && 'font-semibold',
          isHall ? 'text-[3.6vh] portrait:text-[2.4vh]' : 'text-lg text-balance',
        )}
      >
        {witnessSentence(sealing)}
      </p>
      {known > 0 && (
        <ul className={classNames('flex flex-wrap justify-center', isHall ? 'gap-[1.2vh]' : 'gap-2')}>
          {cosigned.map((name) => (
            <li
              key={name}
              className={classNames(
                'flex max-w-full animate-stamp items-center rounded-full bg-good-soft font-semibold text-good',
                isHall
                  ? 'gap-[0.8vh] px-[2vh] py-[0.6vh] text-[2.6vh] portrait:text-[1.8vh]'
                  : 'gap-1.5 px-3 py-1 text-sm',
              )}
            >
              <Check aria-hidden strokeWidth={3} className="size-[1.1em] shrink-0" />
              <span className="truncate">{name}</span>
            </li>
          ))}
          {Array.from({ length: missing }, (_, place) => (
            <li
              key={place}
              className={classNames(
                'flex items-center rounded-full border border-dashed border-line-strong text-ink-soft',
                isHall
                  ? 'gap-[0.8vh] px-[2vh] py-[0.6vh] text-[2.6vh] portrait:text-[1.8vh]'
                  : 'gap-1.5 px-3 py-1 text-sm',
              )}
            >
              <CircleDashed
                aria-hidden
                className={classNames('size-[1.1em] shrink-0', !done && 'animate-breathe')}
              />
              {done ? m.draw_witness_missing() : m.draw_witness_waiting()}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
