/** One person in the table: a row of cells or, where the table is narrow, a card of two lines. */
import { memo } from 'react';
import { m } from '../../../../messages/generated/messages.js';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { RowControls } from '../../../../ui/virtual-list.tsx';
import { counted } from '../../counted.ts';
import { TicketsField } from '../../entries/tickets-field.tsx';
import { type Person, type PersonState, type Presence, isErased } from './people.ts';
import { asideOf, nameOf, presenceText, stateText } from './people-texts.ts';
import { PersonMenu } from './person-menu.tsx';
import type { PersonActions } from './use-person-actions.ts';

const TONES: Record<PersonState, BadgeTone> = {
  joined: 'good',
  invited: 'neutral',
  withdrawn: 'neutral',
  removed: 'neutral',
  revoked: 'danger',
  left_out: 'warn',
};

const PRESENCE_TONES: Record<Presence, BadgeTone> = { here: 'good', not_here: 'warn', sits_out: 'info' };

const joinedFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

interface PersonCellsProps {
  person: Person;
  maxTickets: number;
  /** Of several draws, a mark says which one it is about. */
  hasDraws: boolean;
  /** R81: the role sees them. */
  hasAddresses: boolean;
  actions: PersonActions;
}

/** Those of a person who stays in view are not rendered again. */
export const PersonCells = memo(function PersonCells({
  person,
  maxTickets,
  hasDraws,
  hasAddresses,
  actions,
}: PersonCellsProps) {
  const { entry, groups } = person;
  const name = nameOf(person);
  return (
    <>
      <span
        role="presentation"
        className="flex min-w-0 items-baseline gap-2 leading-tight @max-4xl:col-start-2 @max-4xl:row-start-1 @4xl:contents"
      >
        <span
          role="cell"
          className="font-display text-lg leading-tight font-bold tracking-tight tabular-nums @max-4xl:empty:hidden @4xl:text-xl"
        >
          {person.entry_number}
        </span>
        <span
          role="cell"
          title={name}
          className="min-w-0 leading-tight font-semibold @max-4xl:truncate @4xl:line-clamp-2"
        >
          {name}
        </span>
      </span>
      <span
        role="presentation"
        className="flex min-w-0 items-center gap-2 overflow-hidden @max-4xl:col-start-2 @max-4xl:row-start-2 @4xl:contents"
      >
        {hasAddresses && <AddressCell person={person} />}
        <StateCell person={person} hasDraws={hasDraws} />
        <GroupsCell groups={groups} />
        <span role="cell" className="text-sm text-ink-soft tabular-nums @max-4xl:sr-only">
          {entry !== null && joinedFormat.format(entry.joined_at)}
        </span>
      </span>
      <span
        role="cell"
        className="tabular-nums @max-4xl:col-start-3 @max-4xl:row-span-2 @max-4xl:row-start-1"
      >
        <RowControls>
          <Tickets person={person} name={name} maxTickets={maxTickets} actions={actions} />
        </RowControls>
      </span>
      <span role="cell" className="grid w-11 @max-4xl:col-start-4 @max-4xl:row-span-2 @max-4xl:row-start-1">
        <RowControls>
          <PersonMenu
            name={name}
            steps={actions.stepsFor(person)}
            onStep={(step) => actions.onStep(step, person)}
          />
        </RowControls>
      </span>
    </>
  );
});

function AddressCell({ person }: { person: Person }) {
  const { email } = person;
  return (
    <span
      role="cell"
      title={email ?? undefined}
      className={classNames(
        'min-w-0 truncate text-ink-soft @max-4xl:order-last @max-4xl:text-sm',
        // A card has no room to say what there is not.
        email === null && !isErased(person) && '@max-4xl:sr-only',
      )}
    >
      {email ?? (isErased(person) ? m.console_erased_name() : m.console_no_email())}
    </span>
  );
}

function StateCell({ person, hasDraws }: Pick<PersonCellsProps, 'person' | 'hasDraws'>) {
  const { state, presence } = person;
  const aside = asideOf(person, hasDraws);
  return (
    <span
      role="cell"
      className="flex min-w-0 shrink-0 items-center gap-1.5 @max-4xl:order-first @4xl:flex-col @4xl:items-start @4xl:gap-0.5"
    >
      <Badge
        tone={presence === null ? TONES[state] : PRESENCE_TONES[presence]}
        className="px-2.5! py-0.5! whitespace-nowrap"
      >
        {presence === null ? stateText(state) : presenceText(presence)}
      </Badge>
      {aside !== '' && (
        <span title={aside} className="max-w-full truncate text-sm leading-tight text-ink-soft">
          {aside}
        </span>
      )}
    </span>
  );
}

/** As many as fit; all of them are read out, and shown to a pointer that rests here. */
const SHOWN_GROUPS = 2;

function GroupsCell({ groups }: { groups: readonly string[] }) {
  const more = groups.length - SHOWN_GROUPS;
  const all = groups.join(', ');
  return (
    <span role="cell" title={all === '' ? undefined : all} className="min-w-0 @max-4xl:empty:hidden">
      {groups.length > 0 && (
        <>
          <span className="sr-only">{all}</span>
          <span aria-hidden className="flex items-center gap-1">
            {groups.slice(0, SHOWN_GROUPS).map((label) => (
              <span
                key={label}
                className="max-w-28 min-w-0 truncate rounded-md bg-sunken px-2 py-0.5 text-sm leading-tight"
              >
                {label}
              </span>
            ))}
            {more > 0 && (
              <span className="shrink-0 text-sm text-ink-soft">{m.people_groups_more({ count: more })}</span>
            )}
          </span>
        </>
      )}
    </span>
  );
}

interface TicketsProps {
  person: Person;
  name: string;
  maxTickets: number;
  actions: PersonActions;
}

/** Where the column has no heading the number says what it counts. */
function Tickets({ person: { entry, state }, name, maxTickets, actions }: TicketsProps) {
  const { onTickets } = actions;
  if (entry === null) return null;
  if (onTickets !== null && state === 'joined' && entry.tickets > 0) {
    return (
      <TicketsField
        label={m.console_tickets_of({ name })}
        stored={entry.tickets}
        max={maxTickets}
        onCommit={(tickets) => onTickets(entry, tickets)}
      />
    );
  }
  return (
    <>
      <span className="text-sm text-ink-soft @4xl:hidden">
        {counted(m.console_tickets_count, entry.tickets)}
      </span>
      <span className={classNames('px-2 @max-4xl:hidden', entry.tickets === 0 && 'text-ink-soft')}>
        {entry.tickets.toLocaleString()}
      </span>
    </>
  );
}
