/** People to write to directly: those online, the host with a crown, and earlier conversations, without the visitor's own user. */
import { Crown } from 'lucide-react';
import { type Partner, partnerOf, type TalkState } from '../live/talk-state.ts';
import { m } from '../messages/generated/messages.js';
import { badgeText, type Unread } from './unread.ts';

interface Person extends Partner {
  isHost: boolean;
  isOnline: boolean;
}

interface PeopleListProps {
  state: TalkState;
  unread: Unread | null;
  onChoose: (partner: Partner) => void;
}

export function PeopleList({ state, unread, onChoose }: PeopleListProps) {
  const people = peopleOf(state);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3">
      <h3 className="px-3 py-2 text-sm text-ink-soft">{m.chat_online()}</h3>
      {people.length === 0 ? (
        <p className="px-3 py-6 text-center text-ink-soft">{m.chat_online_empty()}</p>
      ) : (
        <ul aria-label={m.chat_online()}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              count={unread?.of.get(person.id) ?? 0}
              canWrite={state.self !== null}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface PersonRowProps {
  person: Person;
  count: number;
  canWrite: boolean;
  onChoose: (partner: Partner) => void;
}

function PersonRow({ person, count, canWrite, onChoose }: PersonRowProps) {
  const { id, name, isHost, isOnline } = person;
  const shown = badgeText(count, m.chat_many());
  return (
    <li>
      <button
        type="button"
        disabled={!canWrite}
        aria-label={count === 0 ? m.chat_write_to({ name }) : m.chat_write_to_unread({ name, count: shown })}
        onClick={() => onChoose({ id, name })}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-xl px-3 py-2 text-left enabled:hover:bg-sunken"
      >
        <span
          aria-hidden
          className={`size-2.5 shrink-0 rounded-full ${isOnline ? 'bg-good' : 'bg-line-strong'}`}
        />
        <span className="min-w-0 truncate font-semibold">{name}</span>
        {isHost && (
          <>
            <Crown aria-hidden className="size-4 shrink-0 text-warn" />
            <span className="text-sm text-ink-soft">{m.chat_host()}</span>
          </>
        )}
        {!isOnline && <span className="text-sm text-ink-soft">{m.chat_not_here()}</span>}
        {count > 0 && (
          <span aria-hidden className="ml-auto rounded-full bg-brand px-2 text-sm font-bold text-on-brand">
            {shown}
          </span>
        )}
      </button>
    </li>
  );
}

function peopleOf({ online, lines, self }: TalkState): Person[] {
  const people = new Map<string, Person>();
  const visitors: Person[] = [];
  for (const user of online) {
    const id = user.isHost ? 'host' : user.inviteeId;
    const person = { name: user.displayName, isHost: user.isHost, isOnline: true };
    if (id === null) visitors.push({ ...person, id: `visitor ${visitors.length}` });
    else if (id !== self) people.set(id, { ...person, id });
  }
  for (const line of lines) {
    const id = partnerOf(line, self);
    if (id === null || people.has(id)) continue;
    const isTheirs = line.recipientId === self;
    const name = isTheirs ? line.displayName : (line.recipientName ?? '');
    people.set(id, { id, name, isHost: id === 'host', isOnline: false });
  }
  return [...people.values(), ...visitors];
}
