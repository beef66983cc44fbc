/** Reactions that float over the draw on all screens: gathered by the server, a bounded number at a time, calm on request. */
import type { ReactionCounts, ReactionKind } from '@glassdrum/contract';
import { Hand, Heart, Laugh, SmilePlus, Sparkles, Ticket } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type TalkStore, useTalk } from '../live/talk-store.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

/** Drawn, not typed: not every device has a font for such signs. */
const SIGNS: Record<ReactionKind, { Sign: typeof Heart; colour: string }> = {
  clap: { Sign: Hand, colour: 'text-warn' },
  wow: { Sign: Sparkles, colour: 'text-info' },
  heart: { Sign: Heart, colour: 'fill-current text-danger' },
  laugh: { Sign: Laugh, colour: 'text-good' },
  ticket: { Sign: Ticket, colour: 'text-brand' },
};
const KINDS = Object.keys(SIGNS) as ReactionKind[];
/** At the same time on one screen. */
const MOST_FLOATING = 30;
const FLOAT_MS = 3200;

interface Floating {
  id: number;
  kind: ReactionKind;
  /** Percent of the width. */
  left: number;
  delayMs: number;
}

interface ReactionsProps {
  talk: TalkStore;
  isConnected: boolean;
  /** On a hall's screen: large, and nothing to press. */
  isShownOnly?: boolean;
}

export function Reactions({ talk, isConnected, isShownOnly = false }: ReactionsProps) {
  const { self } = useTalk(talk);
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  const [isOpen, setOpen] = useState(false);
  const next = useRef(0);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const leave = talk.onReactions((counts) => {
      const fresh = floatingOf(counts, next.current);
      next.current += fresh.length;
      setFloating((before) => [...before, ...fresh].slice(-MOST_FLOATING));
      const ids = new Set(fresh.map(({ id }) => id));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setFloating((before) => before.filter(({ id }) => !ids.has(id)));
      }, FLOAT_MS + 500);
      timers.add(timer);
    });
    return () => {
      leave();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [talk]);
  return (
    <>
      <div aria-hidden className="pointer-events-none fixed inset-0 z-20 overflow-hidden">
        {floating.map(({ id, kind, left, delayMs }) => (
          <span
            key={id}
            className="reaction absolute bottom-16"
            style={{ left: `${left}%`, animationDelay: `${delayMs}ms` }}
          >
            <Drawn kind={kind} className={isShownOnly ? 'size-[8vh]' : 'size-10'} />
          </span>
        ))}
      </div>
      {!isShownOnly && self !== null && self !== undefined && (
        <div
          role="group"
          aria-label={m.reaction_label()}
          className="chat-dock fixed right-20 z-25 flex rounded-full border border-line bg-card p-1 shadow-card"
        >
          {isOpen &&
            KINDS.map((kind) => (
              <button
                key={kind}
                type="button"
                aria-label={nameOf(kind)}
                disabled={!isConnected}
                onClick={() => talk.react(kind)}
                className="grid size-11 place-items-center rounded-full text-xl transition-transform duration-(--fast) enabled:hover:bg-sunken enabled:active:scale-90 disabled:opacity-50"
              >
                <Drawn kind={kind} className="size-6" />
              </button>
            ))}
          <button
            type="button"
            aria-label={m.reaction_label()}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <SmilePlus aria-hidden className="size-6" />
          </button>
        </div>
      )}
    </>
  );
}

/** Spread over the width by their number, so that every screen shows the same. */
function floatingOf(counts: ReactionCounts, from: number): Floating[] {
  const kinds = KINDS.flatMap((kind) => Array.from({ length: counts[kind] ?? 0 }, () => kind));
  return kinds.slice(0, MOST_FLOATING).map((kind, index) => {
    const id = from + index;
    return { id, kind, left: 6 + ((id * 37) % 88), delayMs: (index * 90) % 500 };
  });
}

function Drawn({ kind, className }: { kind: ReactionKind; className: string }) {
  const { Sign, colour } = SIGNS[kind];
  return <Sign aria-hidden className={classNames(className, colour)} />;
}

function nameOf(kind: ReactionKind): string {
  const names = {
    clap: m.reaction_clap,
    wow: m.reaction_wow,
    heart: m.reaction_heart,
    laugh: m.reaction_laugh,
    ticket: m.reaction_ticket,
  } as const;
  return names[kind]();
}
