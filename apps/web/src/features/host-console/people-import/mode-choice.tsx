/** Whether the people of a list are invited, or entered at once, and what each means (R66). */
import { useId } from 'react';
import type { HostRaffle, PeopleMode } from '@glassdrum/contract';
import { useSendsMail } from '../../../api/installation.ts';
import { m } from '../../../messages/generated/messages.js';
import { hostCan, hostMay, rafflePhase } from '../host-actions.ts';

interface ModeChoiceProps {
  raffle: HostRaffle;
  mode: PeopleMode;
  onChange: (mode: PeopleMode) => void;
}

export function ModeChoice({ raffle, mode, onChange }: ModeChoiceProps) {
  const id = useId();
  const canEnter = hostCan(raffle, 'enter_people');
  const sendsMail = useSendsMail() === true;
  const choices = [
    {
      value: 'invite',
      name: m.people_import_invite(),
      text: m.people_import_invite_text(),
      isPossible: true,
    },
    {
      value: 'enter',
      name: m.people_import_enter(),
      text: canEnter ? enterText(sendsMail) : whyNot(raffle),
      isPossible: canEnter,
    },
  ] as const;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 font-display text-lg font-bold">{m.people_import_mode()}</legend>
      {choices
        .filter(({ value }) => value !== 'invite' || hostMay(raffle, 'change_invitees'))
        .map(({ value, name, text, isPossible }) => (
          <label
            key={value}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-xl border border-line-strong px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default has-disabled:border-line"
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={mode === value}
              disabled={!isPossible}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-text`}
              className="row-span-2 mt-1 size-5 accent-(--brand)"
              onChange={() => onChange(value)}
            />
            <span id={`${id}-${value}`} className="min-w-0 font-semibold">
              {name}
            </span>
            <span id={`${id}-${value}-text`} className="min-w-0 text-sm text-ink-soft">
              {text}
            </span>
          </label>
        ))}
    </fieldset>
  );
}

function enterText(sendsMail: boolean): string {
  const mail = sendsMail ? m.people_import_enter_mail() : m.people_import_enter_no_mail();
  return `${m.people_import_enter_text()} ${mail} ${m.people_import_enter_public()}`;
}

/** People are entered only while they could join. */
function whyNot(raffle: HostRaffle): string {
  return rafflePhase(raffle) === 'draft' ? m.people_import_enter_draft() : m.people_import_enter_closed();
}
