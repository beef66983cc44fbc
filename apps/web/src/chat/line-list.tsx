/**
 * The lines of one conversation: only those in view are in the page, so that ten thousand scroll like ten. It stays at the
 * newest line while that is in view, and announces new lines to screen readers.
 */
import type { ChatLine } from '@glassdrum/contract';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isOwn, type Partner, type WaitingLine } from '../live/talk-state.ts';
import type { TalkStore } from '../live/talk-store.ts';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx';
import { LineView, WaitingView } from './line-view.tsx';

interface LineListProps {
  talk: TalkStore;
  self: string | null | undefined;
  lines: readonly ChatLine[];
  waiting: readonly WaitingLine[];
  hasOlder: boolean;
  /** Lines above this number are new; null: none are. */
  newFrom: number | null;
  partner: Partner | null;
  isReplay: boolean;
  onBack: () => void;
  onAgain: (line: WaitingLine) => void;
}

const LINE_GUESS = 64;
/** This near to the end counts as being there. */
const NEAR_END = 80;

export function LineList(props: LineListProps) {
  const { talk, self, lines, waiting, hasOlder, newFrom, partner, isReplay, onBack, onAgain } = props;
  const list = useRef<VirtualListHandle>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const rows = useMemo<readonly (ChatLine | WaitingLine)[]>(() => [...lines, ...waiting], [lines, waiting]);
  const newest = lines.at(-1);
  const newestId = newest?.id ?? 0;
  // A line that comes in moves the list, not a turn of the wheel.
  const follow = useEffectEvent((count: number) => {
    if (isAtEnd && count > 0) list.current?.scrollToEnd();
  });
  useEffect(() => {
    if (newestId >= 0) follow(rows.length);
  }, [rows.length, newestId]);
  const firstNew = newFrom === null ? -1 : lines.findIndex((line) => line.id > newFrom && !isOwn(line, self));
  const readOlder = (): void => {
    talk.readOlder().catch(() => toast({ title: m.chat_older_failed(), tone: 'danger' }));
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {partner !== null && (
        <div className="flex items-center gap-2 border-b border-line px-2 pb-1">
          <button
            type="button"
            aria-label={m.chat_back()}
            onClick={onBack}
            className="grid size-11 place-items-center rounded-xl hover:bg-sunken"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </button>
          <h3 className="min-w-0 truncate">{partner.name}</h3>
        </div>
      )}
      <VirtualList
        handle={list}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={m.chat_messages()}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < NEAR_END)
        }
        className="min-h-0 flex-1 px-3 py-2"
        rows={rows}
        rowKey={(row) => ('id' in row ? row.id : row.message.clientId)}
        rowHeight={LINE_GUESS}
        rowProps={() => ({ className: 'py-1' })}
        anchor={{ to: 'end', within: NEAR_END }}
        before={
          <>
            {hasOlder && (
              <p className="text-center">
                <Button variant="plain" onClick={readOlder}>
                  {m.chat_older()}
                </Button>
              </p>
            )}
            {rows.length === 0 && (
              <p className="px-3 py-8 text-center text-ink-soft">
                {partner === null ? m.chat_empty() : m.chat_empty_direct({ name: partner.name })}
              </p>
            )}
          </>
        }
        renderRow={(row, index) =>
          'id' in row ? (
            <>
              {index === firstNew && <NewDivider />}
              <LineView raffleId={talk.raffleId} line={row} self={self} isReplay={isReplay} />
            </>
          ) : (
            <WaitingView
              line={row}
              onAgain={() => onAgain(row)}
              onDiscard={() => talk.discard(row.message.clientId)}
            />
          )
        }
      />
      {!isAtEnd && rows.length > 0 && (
        <Button
          variant="ink"
          className="absolute bottom-2 left-1/2 -translate-x-1/2"
          onClick={() => list.current?.scrollToEnd()}
        >
          {m.chat_newest()}
        </Button>
      )}
      <p role="status" className="sr-only">
        {newest !== undefined && newFrom !== null && newest.id > newFrom && !isOwn(newest, self)
          ? `${newest.displayName}: ${newest.message}`
          : ''}
      </p>
    </div>
  );
}

function NewDivider() {
  return (
    <p className="flex items-center gap-3 py-1.5 text-sm font-semibold text-brand-strong before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
      {m.chat_new()}
    </p>
  );
}
