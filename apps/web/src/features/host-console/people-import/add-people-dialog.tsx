/** A list of people, pasted or from a file, whom the host invites or enters at once (R66). Nothing is added before all is shown. */
import { useMemo, useState } from 'react';
import type { HostRaffle, LineProblem, PeopleMode } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChange, useRefreshInvitations, useRefreshParticipants } from '../console-data.ts';
import { counted } from '../counted.ts';
import { hostCan, hostMay } from '../host-actions.ts';
import { InviteeProblems } from '../invitees/invitee-problems.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { hasNames } from './columns.ts';
import type { JudgedPeople } from './list-rows.ts';
import { ModeChoice } from './mode-choice.tsx';
import { type PeopleAdded, PeopleResult } from './people-result.tsx';
import { PeopleSource } from './people-source.tsx';
import { createPeopleSender } from './submit-people.ts';
import { allProblems, usePeopleList } from './use-people-list.ts';

interface AddPeopleDialogProps {
  raffle: HostRaffle;
  /** Shown above another dialog. */
  above?: boolean;
  onClose: () => void;
}

export function AddPeopleDialog({ raffle, above = false, onClose }: AddPeopleDialogProps) {
  const [wanted, setWanted] = useState<PeopleMode>('invite');
  const [added, setAdded] = useState<PeopleAdded | null>(null);
  // The raffle may close while the list is prepared.
  const mode = possibleMode(raffle, wanted);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      above={above}
      title={m.people_import_title()}
      description={raffle.title}
    >
      {added === null ? (
        <PeopleForm raffle={raffle} mode={mode} onMode={setWanted} onAdded={setAdded} />
      ) : (
        <PeopleResult {...added} raffleId={raffle.id} onMore={() => setAdded(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** R81: a desk enters people and invites nobody. */
function possibleMode(raffle: HostRaffle, wanted: PeopleMode): PeopleMode {
  if (!hostMay(raffle, 'change_invitees')) return 'enter';
  return wanted === 'enter' && !hostCan(raffle, 'enter_people') ? 'invite' : wanted;
}

interface PeopleFormProps {
  raffle: HostRaffle;
  mode: PeopleMode;
  onMode: (mode: PeopleMode) => void;
  onAdded: (added: PeopleAdded) => void;
}

/** Rows that the server did not take, and of which list. */
interface RefusedRows {
  of: JudgedPeople;
  lines: readonly LineProblem[];
}

const NONE: readonly LineProblem[] = [];

function PeopleForm({ raffle, mode, onMode, onAdded }: PeopleFormProps) {
  const list = usePeopleList(mode === 'enter' ? raffle.max_tickets : null);
  const { table, columns, judged } = list;
  const [refused, setRefused] = useState<RefusedRows | null>(null);
  const send = useMemo(() => createPeopleSender(raffle.id), [raffle.id]);
  const refreshInvitations = useRefreshInvitations(raffle.id);
  const refreshParticipants = useRefreshParticipants(raffle.id);
  // What the server said about another list says nothing about this one.
  const lines = refused !== null && refused.of === judged ? refused.lines : NONE;
  const add = useChange({
    act: (people: JudgedPeople) => send({ mode, people: people.people, skipBadRows: lines.length > 0 }),
    failedTitle: m.people_import_failed(),
    onDone(answer, people) {
      refreshInvitations();
      if (mode === 'enter') refreshParticipants();
      onAdded({ mode, answer, left: people.bad.length });
    },
    onRefused(failure) {
      if (failure.lines === undefined || judged === null) return false;
      setRefused({ of: judged, lines: failure.lines });
      return true;
    },
  });
  const place = (line: number): string =>
    list.fileName === null ? m.console_line({ line }) : m.console_row({ row: line });
  const count = judged === null ? 0 : judged.good - lines.length;
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (judged !== null && canAdd(judged, count) && !add.isPending) add.mutate(judged);
      }}
    >
      <PeopleSource list={list} />
      {table !== null && columns !== null && (
        <>
          <ColumnChooser table={table} columns={columns} onChange={list.chooseColumns} />
          {!hasNames(columns) && (
            <p role="alert" className="font-semibold text-danger">
              {m.people_import_no_names()}
            </p>
          )}
          <ModeChoice raffle={raffle} mode={mode} onChange={onMode} />
          {mode === 'invite' && columns.roles.includes('tickets') && (
            <p className="text-ink-soft">{m.people_import_tickets_later()}</p>
          )}
        </>
      )}
      {judged !== null && (
        <>
          <InviteeProblems problems={allProblems(judged, lines)} place={place} />
          <InviteeProblems kind="double" problems={judged.doubles} place={place} />
          {!isInBounds(judged) && (
            <p role="alert" className="font-semibold text-danger">
              {m.people_import_too_many({ max: LIMITS.inviteesPerCall.max.toLocaleString() })}
            </p>
          )}
          <p role="status" className="font-semibold empty:hidden">
            {add.isPending ? counted(m.people_import_busy, count) : ''}
          </p>
          <Button
            type="submit"
            className="justify-self-start max-sm:justify-self-stretch"
            disabled={!canAdd(judged, count)}
            pending={add.isPending}
            pendingLabel={mode === 'enter' ? m.people_import_entering() : m.people_import_inviting()}
          >
            {addLabel(mode, count, judged.bad.length + lines.length > 0)}
          </Button>
        </>
      )}
    </form>
  );
}

/** By number and by size, as one call takes them. */
function isInBounds({ good, people }: JudgedPeople): boolean {
  return good <= LIMITS.inviteesPerCall.max && people.length <= LIMITS.peopleText.max;
}

function canAdd(judged: JudgedPeople, count: number): boolean {
  return count > 0 && isInBounds(judged);
}

function addLabel(mode: PeopleMode, count: number, skips: boolean): string {
  if (mode === 'enter') return counted(skips ? m.people_import_skip_enter : m.people_import_do_enter, count);
  return counted(skips ? m.people_import_skip_invite : m.people_import_do_invite, count);
}
