/** Everyone in a raffle: invitees and entries in one table, with search, filters, groups and what can be done for each (R60, R63). */
import { useDeferredValue, useMemo, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { ListOrdered, ListPlus, UserCheck, UserPlus, Users } from 'lucide-react';
import { useSearch } from 'wouter';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { ConsoleDialogs, type DialogKind, type OpenDialog } from '../../console-dialogs.tsx';
import { NothingFound, NothingYet } from '../../empty-list.tsx';
import { hostCan, hostMay } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { GroupsDialog } from './groups-dialog.tsx';
import {
  EVERYONE,
  type Person,
  countPeople,
  filteredPeople,
  filterOfAddress,
  isEveryone,
  withKnownGroup,
} from './people.ts';
import { PeopleTable } from './people-table.tsx';
import { summaryOf } from './people-texts.ts';
import { PeopleToolbar } from './people-toolbar.tsx';
import { type OpenPerson, PersonDialog } from './person-dialog.tsx';
import { PrintLinksDialog } from './print-links-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { usePeople } from './use-people.ts';
import { usePersonActions } from './use-person-actions.ts';
import { useSelection } from './use-selection.ts';

export function PeopleSection({ raffle }: { raffle: HostRaffle }) {
  const { people, isComplete, isError, refetch } = usePeople(raffle);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const openDialog = (kind: DialogKind): void => setDialog({ kind, raffleId: raffle.id });
  const isLoading = people === undefined || (people.length === 0 && !isComplete);
  return (
    // Takes the focus when a button is gone that opened a dialog.
    <section aria-labelledby="people" tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="people" className="text-2xl">
          {m.raffle_people()}
        </h2>
        <Lists raffle={raffle} onDialog={openDialog} />
      </div>
      {isLoading || isError ? (
        <Loading className="h-96" failed={isError} onRetry={refetch} />
      ) : (
        <>
          {people.length === 0 && <Nobody raffle={raffle} onDialog={openDialog} />}
          {people.length > 0 && <Everyone raffle={raffle} people={people} isComplete={isComplete} />}
        </>
      )}
      <ConsoleDialogs raffles={[raffle]} dialog={dialog} onClose={() => setDialog(null)} />
    </section>
  );
}

interface ListsProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

/** The dialogs of the raffle's card that are about people: adding and mailing them, reviewing, downloading. */
function Lists({ raffle, onDialog }: ListsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {raffle.waiting_count > 0 && hostCan(raffle, 'review') && (
        <Button onClick={() => onDialog('review')}>
          <UserCheck aria-hidden className="size-5" />
          {m.console_review_count({ count: raffle.waiting_count.toLocaleString() })}
        </Button>
      )}
      {canAddPeople(raffle) && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => onDialog('people')}>
          <ListPlus aria-hidden className="size-5" />
          {m.people_import_title()}
        </Button>
      )}
      {hostCan(raffle, 'change_invitees') && (
        <Button variant="quiet" onClick={() => onDialog('invitations')}>
          <UserPlus aria-hidden className="size-5" />
          {m.console_invitations()}
        </Button>
      )}
      {hostCan(raffle, 'see_entries') && hostMay(raffle, 'see_addresses') && raffle.entry_count > 0 && (
        <Button variant="quiet" onClick={() => onDialog('entries')}>
          <ListOrdered aria-hidden className="size-5" />
          {m.console_entries()}
        </Button>
      )}
    </div>
  );
}

/** Invites them, or, in a role for the entrance, enters them (R81). */
function canAddPeople(raffle: HostRaffle): boolean {
  return hostCan(raffle, 'change_invitees') || hostCan(raffle, 'enter_people');
}

function Nobody({ raffle, onDialog }: ListsProps) {
  return (
    <NothingYet Sign={Users} title={m.people_nobody()} text={m.people_nobody_text()}>
      {canAddPeople(raffle) && (
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {hostCan(raffle, 'change_invitees') && (
            <Button onClick={() => onDialog('invitations')}>
              <UserPlus aria-hidden className="size-5" />
              {m.people_invite()}
            </Button>
          )}
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => onDialog('people')}>
            <ListPlus aria-hidden className="size-5" />
            {m.people_import_open()}
          </Button>
        </div>
      )}
    </NothingYet>
  );
}

const NO_PEOPLE: readonly Person[] = [];

interface EveryoneProps {
  raffle: HostRaffle;
  people: readonly Person[];
  isComplete: boolean;
}

function Everyone({ raffle, people, isComplete }: EveryoneProps) {
  const search = useSearch();
  const [wanted, setWanted] = useState(() => filterOfAddress(search));
  const [open, setOpen] = useState<OpenPerson | null>(null);
  const [isGrouping, setGrouping] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const counts = useMemo(() => countPeople(people), [people]);
  const filter = useMemo(() => withKnownGroup(wanted, counts.labels), [wanted, counts]);
  // Typing goes first; ten thousand rows follow.
  const calmFilter = useDeferredValue(filter);
  const matching = useMemo(() => filteredPeople(people, calmFilter), [people, calmFilter]);
  const isFiltered = !isEveryone(calmFilter);
  // Nobody can be found before everyone is there.
  const waits = isFiltered && !isComplete;
  const found = waits ? NO_PEOPLE : matching;
  const selection = useSelection(people, found);
  const canSelect = isComplete && hostCan(raffle, 'change_groups');
  const actions = usePersonActions(raffle, setOpen);
  const hasAddresses = hostMay(raffle, 'see_addresses');
  return (
    <>
      <p className="text-ink-soft tabular-nums">{isComplete ? summaryOf(counts) : m.common_loading()}</p>
      <PeopleToolbar filter={filter} counts={counts} hasAddresses={hasAddresses} onFilter={setWanted} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {canSelect && (
          <SelectionBar
            selection={selection}
            onGroups={() => setGrouping(true)}
            onPrint={() => setPrinting(true)}
          />
        )}
        <p role="status" className="text-ink-soft tabular-nums sm:ml-auto">
          {isFiltered && !waits ? foundText(found.length, people.length) : ''}
        </p>
      </div>
      {waits && <p className="py-12 text-center text-ink-soft">{m.common_loading()}</p>}
      {!waits && found.length === 0 && (
        <NothingFound showAll={m.people_show_everyone()} onClear={() => setWanted(EVERYONE)} />
      )}
      {found.length > 0 && (
        <PeopleTable
          people={found}
          isComplete={isComplete}
          maxTickets={raffle.max_tickets}
          hasDraws={raffle.draws.total > 1}
          hasAddresses={hasAddresses}
          actions={actions}
          selection={canSelect ? selection : null}
        />
      )}
      {open !== null && <PersonDialog {...open} raffle={raffle} onClose={() => setOpen(null)} />}
      {isPrinting && (
        <PrintLinksDialog raffle={raffle} people={selection.people} onClose={() => setPrinting(false)} />
      )}
      {isGrouping && canSelect && (
        <GroupsDialog
          raffle={raffle}
          people={selection.people}
          labelsOfPeople={counts.labels}
          onClose={() => setGrouping(false)}
          onDone={() => {
            setGrouping(false);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

function foundText(found: number, all: number): string {
  return m.people_found({ found: found.toLocaleString(), all: all.toLocaleString() });
}
