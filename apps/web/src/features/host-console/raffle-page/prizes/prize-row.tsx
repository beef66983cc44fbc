/** One prize of the editor: its handle, name and quantity, and, unfolded, everything else about it. */
import { memo, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { LIMITS } from '@glassdrum/raffle-rules';
import {
  ChevronDown,
  ChevronUp,
  Crown,
  GripVertical,
  MoveDown,
  MoveUp,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useFormState, useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { claimWithinText } from '../../../../ui/claim-texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { keepingFocus } from '../../../../ui/keeping-focus.ts';
import { PrizeDetails } from './prize-details.tsx';
import { prizeLabel, winnersText } from './prize-texts.ts';
import { claimWindowField, isGrandPrize, poolKey, type PrizesFormState } from './prizes-form.ts';
import { RowInput } from './row-input.tsx';
import type { PossibleWinners, RowProps } from './row-props.ts';

interface PrizeRowProps extends RowProps {
  rowKey: string;
}

export function PrizeRow({ rowKey, ...fields }: PrizeRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: rowKey, attributes: { roleDescription: m.raffle_prizes_drag_role() } });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'flex rounded-2xl border bg-card motion-reduce:transition-none!',
        isDragging
          ? 'relative z-10 border-brand shadow-high'
          : 'border-line [contain-intrinsic-height:auto_8rem] [content-visibility:auto]',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={m.raffle_prizes_drag({ number: fields.index + 1 })}
        className="grid w-11 shrink-0 cursor-grab touch-none content-start justify-items-center rounded-l-2xl pt-6.5 text-ink-soft -outline-offset-4 hover:bg-sunken hover:text-ink"
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      <PrizeFields {...fields} />
    </li>
  );
}

const NO_GROUPS: readonly string[] = [];
/** Those of a folded row that can be wrong. */
const HIDDEN_FIELDS = ['description', 'sponsor_name', 'sponsor_url', 'groups', 'claim_window'] as const;

/** Rendered again only when something of this prize changed, and not with every move of a drag. */
const PrizeFields = memo(function PrizeFields(props: RowProps) {
  const { index, count, stored, form, who, actions } = props;
  const { control, register } = form;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = useWatch({ control, name: `prizes.${index}.name` });
  // Undefined for a moment where the last row goes.
  const groups = (useWatch({ control, name: `prizes.${index}.groups` }) as string[] | undefined) ?? NO_GROUPS;
  const errors = useFormState({ control, name: `prizes.${index}` }).errors.prizes?.[index];
  const isUnfolded = isOpen || HIDDEN_FIELDS.some((field) => errors?.[field] !== undefined);
  const number = index + 1;
  const prize = prizeLabel(name, number);
  return (
    <div className="min-w-0 flex-1 py-3 pr-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
          <span aria-hidden className="min-w-6 pt-2.5 text-right font-semibold text-ink-soft tabular-nums">
            {number}
          </span>
          {stored !== undefined && stored.image_url !== null && (
            <img
              src={stored.image_url}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-11 shrink-0 rounded-lg object-cover"
            />
          )}
          <RowInput
            label={m.raffle_prizes_name_of({ number })}
            error={errors?.name?.message}
            data-prize-name
            placeholder={m.raffle_prizes_number({ number })}
            autoComplete="off"
            className="flex-1"
            {...register(`prizes.${index}.name`)}
          />
        </div>
        <div className="flex flex-1 flex-wrap items-start justify-between gap-2 sm:flex-none">
          <div className="flex items-start gap-2">
            <span aria-hidden className="pt-2.5 text-ink-soft">
              ×
            </span>
            <RowInput
              label={m.raffle_prizes_quantity_of({ number })}
              error={errors?.quantity?.message}
              type="number"
              inputMode="numeric"
              min={LIMITS.prizeWins.min}
              max={LIMITS.prizeWins.max}
              className="w-16 sm:w-20"
              {...register(`prizes.${index}.quantity`)}
            />
          </div>
          <div className="flex">
            <IconButton
              label={m.raffle_prizes_move_up({ prize })}
              unavailable={index === 0}
              onClick={keepingFocus(() => actions.move(index, -1))}
            >
              <MoveUp aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton
              label={m.raffle_prizes_move_down({ prize })}
              unavailable={index === count - 1}
              onClick={keepingFocus(() => actions.move(index, 1))}
            >
              <MoveDown aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton
              label={m.console_remove_name({ name: prize })}
              unavailable={count === 1}
              onClick={() => actions.remove(index)}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
            <Button
              variant="plain"
              className="w-11 px-0! text-ink-soft"
              aria-label={m.raffle_prizes_details_of({ prize })}
              aria-expanded={isUnfolded}
              aria-controls={id}
              onClick={() => setOpen(!isUnfolded)}
            >
              {isUnfolded ? (
                <ChevronUp aria-hidden className="size-5" />
              ) : (
                <ChevronDown aria-hidden className="size-5" />
              )}
            </Button>
          </div>
        </div>
      </div>
      <GrandPrize index={index} form={form} />
      <Winners groups={groups} who={who} />
      <ClaimWindowLine index={index} form={form} />
      <div id={id}>{isUnfolded && <PrizeDetails {...props} prize={prize} groups={groups} />}</div>
    </div>
  );
});

/** R65: which prize the show keeps for its end, or begins with. */
function GrandPrize({ index, form: { control } }: { index: number; form: PrizesFormState }) {
  const isGrand = useWatch({ control, name: 'prizes', compute: (prizes) => isGrandPrize(prizes, index) });
  const order = useWatch({ control, name: 'reveal_order' });
  if (!isGrand) return null;
  return (
    <p className="mt-2 flex gap-2 pl-8 text-sm font-semibold text-brand-strong">
      <Crown aria-hidden className="mt-0.5 size-4 shrink-0" />
      {order === 'list' ? m.raffle_prizes_grand_first() : m.raffle_prizes_grand_last()}
    </p>
  );
}

/** R73: nothing for a prize without a time limit, and while what is typed is none. */
function ClaimWindowLine({ index, form: { control } }: { index: number; form: PrizesFormState }) {
  const typed = useWatch({ control, name: `prizes.${index}.claim_window` });
  // Undefined for a moment where the last row goes.
  const read = claimWindowField.safeParse(typed);
  if (!read.success || read.data === null) return null;
  return <p className="mt-1 pl-8 text-sm text-ink-soft">{claimWithinText(read.data)}</p>;
}

interface IconButtonProps {
  label: string;
  unavailable: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button variant="plain" className="w-11 px-0! text-ink-soft" aria-label={label} {...rest} />;
}

function Winners({ groups, who }: { groups: readonly string[]; who: PossibleWinners }) {
  const { text, isWarning } = winnersText(groups, {
    candidates: who.candidates.get(poolKey(groups)),
    everyone: who.everyone,
  });
  return (
    <p
      className={classNames(
        'mt-2 flex gap-2 pl-8 text-sm wrap-anywhere',
        isWarning ? 'font-semibold text-warn' : 'text-ink-soft',
      )}
    >
      {isWarning && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      {text}
    </p>
  );
}
