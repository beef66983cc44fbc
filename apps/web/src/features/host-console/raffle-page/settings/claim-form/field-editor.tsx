/** One field of a claim form's editor (R74). */
import { useId } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { MoveDown, MoveUp, Trash2 } from 'lucide-react';
import { m } from '../../../../../messages/generated/messages.js';
import { Button } from '../../../../../ui/button.tsx';
import { Field, TextArea, TextInput } from '../../../../../ui/field.tsx';
import { keepingFocus } from '../../../../../ui/keeping-focus.ts';
import { Switch } from '../../../../../ui/switch.tsx';
import { KIND_NAMES } from './kind-names.ts';
import type { TypedField } from './typed-form.ts';

interface FieldEditorProps {
  field: TypedField;
  index: number;
  count: number;
  /** By place and member. */
  problems: Readonly<Record<string, string>>;
  onChange: (field: TypedField) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function FieldEditor({ field, index, count, problems, onChange, onMove, onRemove }: FieldEditorProps) {
  const id = useId();
  const number = index + 1;
  const problemOf = (member: keyof TypedField): string | undefined => problems[`${index}.${member}`];
  return (
    <li aria-labelledby={id} className="rounded-2xl border border-line bg-card p-4">
      <div className="flex items-center gap-2">
        <h3 id={id} className="min-w-0 flex-1 font-text text-base font-semibold tracking-normal">
          {m.claim_form_field({ number, kind: KIND_NAMES[field.kind]() })}
        </h3>
        <Button
          variant="plain"
          className="w-11 px-0! text-ink-soft"
          aria-label={m.claim_form_move_up({ number })}
          unavailable={index === 0}
          onClick={keepingFocus(() => index > 0 && onMove(-1))}
        >
          <MoveUp aria-hidden className="size-4.5" />
        </Button>
        <Button
          variant="plain"
          className="w-11 px-0! text-ink-soft"
          aria-label={m.claim_form_move_down({ number })}
          unavailable={index === count - 1}
          onClick={keepingFocus(() => index < count - 1 && onMove(1))}
        >
          <MoveDown aria-hidden className="size-4.5" />
        </Button>
        <Button
          variant="plain"
          className="w-11 px-0! text-ink-soft"
          aria-label={m.claim_form_remove({ number })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </Button>
      </div>
      <div className="mt-2 grid gap-4">
        <Field label={m.claim_form_label()} error={problemOf('label')}>
          <TextInput
            value={field.label}
            maxLength={LIMITS.claimLabel.max}
            autoComplete="off"
            onChange={(event) => onChange({ ...field, label: event.target.value })}
          />
        </Field>
        {field.kind === 'choice' && (
          <Field
            label={m.claim_form_choices()}
            hint={m.claim_form_choices_hint(LIMITS.claimChoices)}
            error={problemOf('choices')}
          >
            <TextArea
              value={field.choices}
              autoComplete="off"
              onChange={(event) => onChange({ ...field, choices: event.target.value })}
            />
          </Field>
        )}
        <Field label={m.claim_form_hint()} error={problemOf('hint')}>
          <TextInput
            value={field.hint}
            maxLength={LIMITS.claimHint.max}
            autoComplete="off"
            onChange={(event) => onChange({ ...field, hint: event.target.value })}
          />
        </Field>
        <Switch
          label={m.claim_form_required()}
          checked={field.required}
          onCheckedChange={(required) => onChange({ ...field, required })}
        />
      </div>
    </li>
  );
}
