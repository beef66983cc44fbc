/** Who can win a prize: everyone, or who has one of some groups (R63). The host's labels, which no one else sees. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { distinctGroups, foldGroup, LIMITS, refusalMessage } from '@glassdrum/raffle-rules';
import { Check, Plus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { TextInput } from '../../../../ui/field.tsx';
import { groupsText } from './prize-texts.ts';
import { poolKey, withPressed } from './prizes-form.ts';
import type { RowProps } from './row-props.ts';

interface PrizeGroupsProps extends Pick<RowProps, 'index' | 'form' | 'who'> {
  /** As they are ticked. */
  groups: readonly string[];
  error: string | undefined;
}

export function PrizeGroups({ index, form, who, groups, ...props }: PrizeGroupsProps) {
  const id = useId();
  const key = poolKey(groups);
  const isPossible = key === '' || who.fixed === null || who.fixed.some((pool) => poolKey(pool) === key);
  const error = props.error ?? (isPossible ? undefined : refusalMessage('pools_fixed'));
  // Stay to be pressed again when no prize is limited to them any more.
  const [pressedBefore, setPressedBefore] = useState(groups);
  const setGroups = (next: readonly string[]): void => {
    setPressedBefore(distinctGroups([...pressedBefore, ...next]));
    form.setValue(`prizes.${index}.groups`, [...next]);
    form.clearErrors(`prizes.${index}.groups`);
  };
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={classNames(`${id}-hint`, error !== undefined && `${id}-error`)}
      className="grid gap-2"
    >
      <span id={`${id}-label`} className="font-semibold">
        {m.raffle_prizes_who()}
      </span>
      <div className="flex flex-wrap gap-2">
        <Chip isPressed={groups.length === 0} onPress={() => setGroups([])}>
          {m.raffle_prizes_everyone()}
        </Chip>
        {who.fixed === null ? (
          <LabelChips
            form={form}
            who={who}
            groups={groups}
            pressedBefore={pressedBefore}
            onGroups={setGroups}
          />
        ) : (
          who.fixed.map((combination) => (
            <Chip
              key={poolKey(combination)}
              isPressed={poolKey(combination) === key}
              onPress={() => setGroups(combination)}
            >
              {groupsText(combination)}
            </Chip>
          ))
        )}
      </div>
      {who.fixed === null && <NewLabel groups={groups} onGroups={setGroups} />}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {who.fixed === null ? m.raffle_prizes_who_hint() : m.raffle_prizes_who_fixed()}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface LabelsProps {
  groups: readonly string[];
  onGroups: (groups: readonly string[]) => void;
}

interface LabelChipsProps extends LabelsProps, Pick<PrizeGroupsProps, 'form' | 'who'> {
  pressedBefore: readonly string[];
}

/** The labels of people, and those that only prizes have so far. */
function LabelChips({ form, who, groups, pressedBefore, onGroups }: LabelChipsProps) {
  const typed = useWatch({
    control: form.control,
    name: 'prizes',
    compute: (prizes) => distinctGroups(prizes.flatMap((prize) => prize.groups)),
  });
  const people = new Map(who.groups.map((group) => [foldGroup(group.label), group.people]));
  const pressed = new Set(groups.map(foldGroup));
  const labels = distinctGroups([...who.groups.map(({ label }) => label), ...pressedBefore, ...typed]);
  return labels.map((label) => {
    const key = foldGroup(label);
    return (
      <Chip
        key={key}
        isPressed={pressed.has(key)}
        onPress={() => {
          if (pressed.has(key) || groups.length < LIMITS.groupsOfEntry.max)
            onGroups(withPressed(groups, label));
        }}
      >
        {m.raffle_prizes_group({ label, people: (people.get(key) ?? 0).toLocaleString() })}
      </Chip>
    );
  });
}

function NewLabel({ groups, onGroups }: LabelsProps) {
  const [text, setText] = useState('');
  const add = (): void => {
    const label = text.trim().replace(/\s+/gu, ' ');
    if (label === '' || groups.length >= LIMITS.groupsOfEntry.max) return;
    onGroups(distinctGroups([...groups, label]));
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends the composing of a letter adds nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex gap-2">
      <TextInput
        aria-label={m.raffle_prizes_new_group()}
        placeholder={m.raffle_prizes_new_group()}
        autoComplete="off"
        maxLength={LIMITS.groupLabel.max}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="quiet" className="shrink-0" onClick={add}>
        <Plus aria-hidden className="size-4.5 shrink-0" />
        {m.raffle_prizes_add_group()}
      </Button>
    </div>
  );
}

interface ChipProps {
  isPressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Chip({ isPressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-card px-4 font-semibold hover:border-ink aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-strong"
    >
      {isPressed && <Check aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </button>
  );
}
