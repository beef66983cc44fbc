/** The rows of the prize editor: added, pasted, moved by drag, buttons or keyboard, copied and removed (R61). */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { HostPrizes, HostRaffle } from '@glassdrum/contract';
import { LIMITS, type PrizeLine } from '@glassdrum/raffle-rules';
import { ClipboardPaste, Plus } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { endAction, toast } from '../../../../ui/toast.tsx';
import { counted } from '../../counted.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { PrizeRow } from './prize-row.tsx';
import { PrizesTotals } from './prizes-totals.tsx';
import { prizeLabel } from './prize-texts.ts';
import {
  candidatesByPool,
  drawOfNext,
  duplicateOf,
  isOneUnnamed,
  newPrize,
  type PrizesFormState,
  prizesOfLines,
  putBack,
  replacedByLines,
  type TypedPrize,
} from './prizes-form.ts';
import type { PossibleWinners, RowActions } from './row-props.ts';

/** Pixels before a press on the handle becomes a drag. */
const DRAG_AFTER = 4;

interface PrizeListProps {
  raffle: HostRaffle;
  list: HostPrizes;
  form: PrizesFormState;
}

export function PrizeList({ raffle, list, form }: PrizeListProps) {
  const { control, getValues } = form;
  const { fields, append, insert, move, remove, replace } = useFieldArray({
    control,
    name: 'prizes',
    keyName: 'key',
  });
  const rows = useRef<HTMLOListElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [pastedText, setPastedText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const keys = useMemo(() => fields.map(({ key }) => key), [fields]);
  const stored = useMemo(() => new Map(list.prizes.map((prize) => [prize.id, prize])), [list]);
  const storedIds = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    storedIds.current = new Set(stored.keys());
  }, [stored]);
  const offerUndo = useUndo();
  const isFull = fields.length >= LIMITS.prizes.max;

  const labelAt = useCallback(
    (index: number): string => prizeLabel(getValues(`prizes.${index}.name`), index + 1),
    [getValues],
  );
  const add = (): void => {
    flushSync(() => append(newPrize({ draw: drawOfNext(getValues('prizes')) }), { shouldFocus: false }));
    focusName(rows.current, fields.length);
  };
  const paste = (lines: readonly PrizeLine[], how: 'add' | 'replace'): void => {
    const present = structuredClone(getValues('prizes'));
    if (how === 'add') append(prizesOfLines(lines, drawOfNext(present)), { shouldFocus: false });
    else replace(replacedByLines(present, lines));
    if (how === 'replace' && !isOneUnnamed(present)) {
      offerUndo(m.raffle_prizes_replaced(), () => {
        replace(putBack(present, storedIds.current));
        setAnnouncement(m.raffle_prizes_list_restored());
      });
    }
    setPasting(false);
    setPastedText('');
    setAnnouncement(counted(m.raffle_prizes_pasted, lines.length));
  };
  const actions = useMemo<RowActions>(
    () => ({
      move(from, by) {
        const to = from + by;
        const { length } = getValues('prizes');
        if (to < 0 || to >= length) return;
        const prize = labelAt(from);
        move(from, to);
        setAnnouncement(m.raffle_prizes_moved({ prize, position: to + 1, count: length }));
      },
      duplicate(index) {
        const copied = labelAt(index);
        flushSync(() => insert(index + 1, duplicateOf(getValues(`prizes.${index}`)), { shouldFocus: false }));
        setAnnouncement(m.raffle_prizes_duplicated({ prize: copied }));
        focusName(rows.current, index + 1);
      },
      remove(index) {
        if (getValues('prizes').length === LIMITS.prizes.min) {
          toast({ title: m.raffle_prizes_at_least_one() });
          return;
        }
        const prize = labelAt(index);
        const removed: TypedPrize = structuredClone(getValues(`prizes.${index}`));
        flushSync(() => remove(index));
        offerUndo(m.raffle_prizes_removed({ prize }), () => {
          const at = Math.min(index, getValues('prizes').length);
          flushSync(() => insert(at, putBack([removed], storedIds.current), { shouldFocus: false }));
          setAnnouncement(m.raffle_prizes_restored({ prize }));
          focusName(rows.current, at);
        });
        focusName(rows.current, Math.min(index, getValues('prizes').length - 1));
      },
    }),
    [getValues, insert, labelAt, move, offerUndo, remove],
  );

  const who = useMemo<PossibleWinners>(
    () => ({
      groups: list.groups,
      fixed: list.fixed_groups,
      candidates: candidatesByPool(list, raffle.participant_count),
      everyone: raffle.participant_count,
    }),
    [list, raffle.participant_count],
  );

  return (
    <div className="grid gap-4">
      <PrizesTotals form={form} />
      <Draggable keys={keys} labelAt={labelAt} onMove={move}>
        <ol ref={rows} className="grid gap-3">
          {fields.map(({ key, id }, index) => (
            <PrizeRow
              key={key}
              rowKey={key}
              index={index}
              count={fields.length}
              raffleId={raffle.id}
              stored={id === null ? undefined : stored.get(id)}
              form={form}
              who={who}
              actions={actions}
            />
          ))}
        </ol>
      </Draggable>
      <div className="flex flex-wrap items-center gap-3 max-sm:*:flex-1">
        <Button variant="quiet" disabled={isFull} onClick={add}>
          <Plus aria-hidden className="size-5 shrink-0" />
          {m.raffle_prizes_add()}
        </Button>
        <Button variant="quiet" onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden className="size-5 shrink-0" />
          {m.raffle_prizes_paste()}
        </Button>
        {isFull && (
          <p className="basis-full text-sm text-ink-soft">
            {m.raffle_prizes_full({ max: LIMITS.prizes.max })}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isPasting && (
        <PasteDialog
          present={getValues('prizes')}
          text={pastedText}
          onText={setPastedText}
          onPaste={paste}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  );
}

/** Says what was done, with a button that undoes it for as long as the list is there. */
function useUndo(): (title: string, undo: () => void) => void {
  const last = useRef<{ label: string; run: () => void } | undefined>(undefined);
  useEffect(() => () => endAction(last.current), []);
  return useCallback((title, undo) => {
    last.current = { label: m.raffle_prizes_undo(), run: undo };
    toast({ title, action: last.current });
  }, []);
}

function focusName(rows: HTMLElement | null, index: number): void {
  rows?.querySelectorAll<HTMLElement>('[data-prize-name]')[index]?.focus();
}

interface DraggableProps {
  keys: string[];
  labelAt: (index: number) => string;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** Rows stay in their column. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Dragging with mouse, finger or arrow keys, said in plain words to screen readers. */
function Draggable({ keys, labelAt, onMove, children }: DraggableProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_AFTER } }),
    useSensor(TouchSensor, { activationConstraint: { distance: DRAG_AFTER } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: UniqueIdentifier): number => keys.indexOf(String(id));
  const place = (id: UniqueIdentifier) => ({ position: indexOf(id) + 1, count: keys.length });
  const isJustPickedUp = useRef(false);
  const announcements: Announcements = {
    onDragStart({ active }) {
      isJustPickedUp.current = true;
      return m.raffle_prizes_drag_start({ prize: labelAt(indexOf(active.id)), ...place(active.id) });
    },
    onDragOver({ active, over }) {
      if (over === null) return undefined;
      // It begins above its own place, which was said when it was picked up.
      const isSaid = isJustPickedUp.current && over.id === active.id;
      isJustPickedUp.current = false;
      return isSaid ? undefined : m.raffle_prizes_drag_over(place(over.id));
    },
    onDragEnd: ({ over }) =>
      over === null ? m.raffle_prizes_drag_cancel() : m.raffle_prizes_drag_end(place(over.id)),
    onDragCancel: () => m.raffle_prizes_drag_cancel(),
  };
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over === null || over.id === active.id) return;
    onMove(indexOf(active.id), indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: m.raffle_prizes_drag_help() } }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
