/** The form of a recurring raffle (R80): when it is held, when its drafts open, and with whom. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { type HostRaffle, type Recurrence, recurrenceBody, type RecurrenceBody } from '@glassdrum/contract';
import { LIMITS, mostOpenDays, nextOccurrences } from '@glassdrum/raffle-rules';
import { CalendarPlus, X } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Field, Select, TextInput } from '../../../ui/field.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NextDates } from './next-dates.tsx';
import { useRecurrenceChange } from './recurrence-data.ts';
import { weekdayName } from './recurrence-texts.ts';
import { bodyOf, dateField, emptyForm, formOf, type RecurrenceFields } from './recurrence-fields.ts';

interface RecurrenceFormProps {
  raffle: HostRaffle;
  /** Null where it does not repeat yet. */
  recurrence: Recurrence | null;
  sendsMail: boolean;
  /** Where there is something to go back to. */
  onClose?: () => void;
}

/** Dates that the form shows before it is saved. */
const PREVIEW = 3;

export function RecurrenceForm({ raffle, recurrence, sendsMail, onClose }: RecurrenceFormProps) {
  const [fields, setFields] = useState(() =>
    recurrence === null ? emptyForm(raffle.deadline_at ?? Date.now()) : formOf(recurrence),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const element = useRef<HTMLFormElement>(null);
  const set = (changes: Partial<RecurrenceFields>): void => {
    setFields({ ...fields, ...changes });
    setErrors({});
  };
  const show = (wrong: Readonly<Record<string, string>>): void => {
    setErrors(wrong);
    requestAnimationFrame(() => {
      if (element.current !== null) focusFirstError(element.current);
    });
  };
  const save = useRecurrenceChange(raffle.id, {
    onDone: ({ recurrence: saved }) => {
      const [next] = saved?.next ?? [];
      toast({
        title: m.recurrence_saved(),
        ...(next !== undefined && {
          description: m.recurrence_saved_text({ date: formatDateTime(next, undefined, fields.zone) }),
        }),
        tone: 'good',
      });
      onClose?.();
    },
    onRefused: ({ fields: wrong }) => {
      if (wrong === undefined) return false;
      show(byField(Object.entries(wrong)));
      return true;
    },
  });
  const checked = recurrenceBody.safeParse(bodyOf(fields));
  const submit = (): void => {
    if (checked.success) return save.mutate({ method: 'PUT', body: checked.data });
    show(byField(checked.error.issues.map(({ path, message }) => [path.join('.'), message])));
  };
  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <When fields={fields} errors={errors} onChange={set} />
      <Opening fields={fields} errors={errors} onChange={set} />
      <Switch
        label={m.recurrence_people()}
        hint={fields.opens && sendsMail ? m.recurrence_people_hint_mailed() : m.recurrence_people_hint()}
        checked={fields.people}
        onCheckedChange={(people) => set({ people })}
      />
      {fields.opens && fields.people && !sendsMail && (
        <p className="rounded-xl bg-info-soft px-4 py-3 text-info">{m.recurrence_no_mail()}</p>
      )}
      {checked.success && <Preview body={checked.data} after={lastDateOf(raffle, recurrence)} />}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" pending={save.isPending} pendingLabel={m.console_saving()}>
          {submitLabel(recurrence)}
        </Button>
        {onClose !== undefined && (
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}

function submitLabel(recurrence: Recurrence | null): string {
  if (recurrence === null) return m.recurrence_start();
  return recurrence.state === 'stopped' ? m.recurrence_restart() : m.recurrence_save();
}

/** The dates go on after the last one for which there is a raffle. */
function lastDateOf({ deadline_at: deadline }: HostRaffle, recurrence: Recurrence | null): number {
  return Math.max(Date.now(), recurrence?.periods[0]?.at ?? deadline ?? 0);
}

function Preview({ body, after }: { body: RecurrenceBody; after: number }) {
  const rule = { repeat: body.repeat, time: body.time, timeZone: body.time_zone };
  return <NextDates dates={nextOccurrences(rule, after, PREVIEW)} timeZone={body.time_zone} />;
}

/** The first sentence for each field of the form; a path such as `repeat.dates.0` belongs to `repeat`. */
function byField(found: readonly (readonly [path: string, sentence: string])[]): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const [path, sentence] of found) sentences[path.split('.')[0] ?? ''] ??= sentence;
  return sentences;
}

interface PartProps {
  fields: RecurrenceFields;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<RecurrenceFields>) => void;
}

const EVERY = [
  { every: 'week', label: m.recurrence_every_week },
  { every: 'month', label: m.recurrence_every_month },
  { every: 'dates', label: m.recurrence_every_dates },
] as const;

function When({ fields, errors, onChange }: PartProps) {
  const { every, weekday, day, time, zone } = fields;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.recurrence_every()}>
          <Select
            value={every}
            onChange={({ target }) => {
              const chosen = EVERY.find((one) => one.every === target.value);
              if (chosen !== undefined) onChange({ every: chosen.every });
            }}
          >
            {EVERY.map(({ every: value, label }) => (
              <option key={value} value={value}>
                {label()}
              </option>
            ))}
          </Select>
        </Field>
        {every === 'week' && (
          <Field label={m.recurrence_weekday()}>
            <Numbers
              from={1}
              to={7}
              value={weekday}
              text={weekdayName}
              onChange={(one) => onChange({ weekday: one })}
            />
          </Field>
        )}
        {every === 'month' && (
          <Field label={m.recurrence_day()} hint={m.recurrence_day_hint()}>
            <Numbers from={1} to={31} value={day} text={String} onChange={(one) => onChange({ day: one })} />
          </Field>
        )}
      </div>
      {every === 'dates' && <Dates fields={fields} errors={errors} onChange={onChange} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.recurrence_time()} error={errors['time']}>
          <TextInput type="time" value={time} onChange={({ target }) => onChange({ time: target.value })} />
        </Field>
        <Field label={m.recurrence_zone()} error={errors['time_zone']}>
          <Select value={zone} onChange={({ target }) => onChange({ zone: target.value })}>
            {zonesWith(zone).map((one) => (
              <option key={one} value={one}>
                {one.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  );
}

function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

interface NumbersProps {
  from: number;
  to: number;
  value: number;
  text: (value: number) => string;
  onChange: (value: number) => void;
}

function Numbers({ from, to, value, text, onChange }: NumbersProps) {
  return (
    <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((one) => (
        <option key={one} value={one}>
          {text(one)}
        </option>
      ))}
    </Select>
  );
}

function Dates({ fields: { dates }, errors, onChange }: PartProps) {
  const labelId = useId();
  const list = useRef<HTMLUListElement>(null);
  const change = (index: number, date: string): void =>
    onChange({ dates: dates.map((one, place) => (place === index ? { ...one, date } : one)) });
  const add = (): void => {
    onChange({ dates: [...dates, dateField()] });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  };
  return (
    <div role="group" aria-labelledby={labelId} className="grid grid-cols-1 gap-2">
      <p id={labelId} className="font-semibold">
        {m.recurrence_dates()}
      </p>
      <ul ref={list} className="grid gap-2 sm:grid-cols-2">
        {dates.map(({ id, date }, index) => (
          <li key={id} className="grid grid-cols-[1fr_3rem] gap-2">
            <TextInput
              type="date"
              aria-label={m.recurrence_date({ number: index + 1 })}
              aria-invalid={(errors['repeat'] !== undefined && date === '') || undefined}
              value={date}
              onChange={({ target }) => change(index, target.value)}
            />
            <Button
              variant="plain"
              className="px-0!"
              aria-label={m.recurrence_date_remove({ number: index + 1 })}
              onClick={() => onChange({ dates: dates.filter((_, place) => place !== index) })}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </li>
        ))}
      </ul>
      <Problem text={errors['repeat']} />
      {dates.length < LIMITS.recurrenceDates.max && (
        <Button variant="quiet" className="justify-self-start" onClick={add}>
          <CalendarPlus aria-hidden className="size-5" />
          {m.recurrence_date_add()}
        </Button>
      )}
    </div>
  );
}

function Problem({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <p role="alert" className="text-sm font-semibold text-danger">
      {text}
    </p>
  );
}

function Opening({ fields: { every, opens, opensDays }, errors, onChange }: PartProps) {
  return (
    <>
      <Switch
        label={m.recurrence_opens()}
        hint={m.recurrence_opens_hint()}
        checked={opens}
        onCheckedChange={(isOn) => onChange({ opens: isOn })}
      />
      {opens && (
        <Field label={m.recurrence_opens_days()} error={errors['opens_days']} className="sm:max-w-64">
          <TextInput
            type="number"
            inputMode="numeric"
            min={LIMITS.recurrenceOpens.min}
            max={mostOpenDays({ every })}
            value={opensDays}
            onChange={({ target }) => onChange({ opensDays: target.value })}
          />
        </Field>
      )}
    </>
  );
}
