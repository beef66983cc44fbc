/** R78: how much of the own name others read, with what they read. A raffle that allows one form only says which. */
import type { PublicRaffle } from '@glassdrum/contract';
import { fullestAllowed, type NamePublication, publishedName } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { PUBLICATIONS } from './name-texts.ts';

interface NameChoiceProps {
  allowed: readonly NamePublication[];
  /** As typed or stored; blank while nothing is typed. */
  name: string;
  chosen: NamePublication;
  onChoose: (chosen: NamePublication) => void;
}

export function NameChoice({ allowed, name, chosen, onChoose }: NameChoiceProps) {
  return (
    <fieldset className="grid gap-2 text-left">
      <legend className="mb-2 font-semibold">{m.names_choose()}</legend>
      {allowed.map((one) => (
        <label
          key={one}
          className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-xl border border-line-strong px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            name="name_publication"
            value={one}
            checked={chosen === one}
            onChange={() => onChoose(one)}
            className="size-5 accent-(--brand)"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{PUBLICATIONS[one].label()}</span>
            {one !== 'number' && name.trim() !== '' && (
              <span dir="auto" className="block text-sm wrap-anywhere text-ink-soft">
                {shown(name, one)}
              </span>
            )}
          </span>
        </label>
      ))}
      <p className="text-sm text-ink-soft">{m.names_choose_hint()}</p>
    </fieldset>
  );
}

function shown(name: string, publication: NamePublication): string | null {
  return publishedName({ entry_number: 0, display_name: name.trim(), name_publication: publication });
}

/** Below a form that joins: what others read, where there is nothing to choose. */
export function NamesNote({ raffle }: { raffle: PublicRaffle }) {
  const { name_publications: allowed } = raffle;
  if (allowed.length > 1) return null;
  return (
    <p className="text-center text-sm text-ink-soft">{PUBLICATIONS[fullestAllowed(allowed)].public()}</p>
  );
}
