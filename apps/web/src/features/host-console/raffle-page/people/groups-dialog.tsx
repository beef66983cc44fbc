/** Gives groups to the selected people and takes groups from them (R63). */
import { type FormEvent, useMemo, useState } from 'react';
import type { GroupsBody, HostRaffle } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { participantsKey, useChange, useRefreshInvitations } from '../../console-data.ts';
import { counted } from '../../counted.ts';
import { rafflePhase } from '../../host-actions.ts';
import { usePrizes } from '../prizes/prizes-data.ts';
import {
  type GroupChange,
  type GroupChoice,
  type Share,
  type TickedGroups,
  groupChange,
  groupChoices,
  planChange,
  withPress,
  withPrizeGroups,
  withTyped,
} from './group-choices.ts';
import type { LabelCount, Person } from './people.ts';
import { regroupPeople } from './regroup.ts';
import { SelectBox, type Ticked } from './select-box.tsx';

interface GroupsDialogProps {
  raffle: HostRaffle;
  /** Who is selected. */
  people: readonly Person[];
  /** Groups that people of the raffle have. */
  labelsOfPeople: readonly LabelCount[];
  onClose: () => void;
  onDone: () => void;
}

const NOTHING_TICKED: TickedGroups = new Map();

export function GroupsDialog({ raffle, people, labelsOfPeople, onClose, onDone }: GroupsDialogProps) {
  const { data: prizes } = usePrizes(raffle);
  const labels = useMemo(
    () => withPrizeGroups(labelsOfPeople, prizes?.groups ?? []),
    [labelsOfPeople, prizes],
  );
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [typed, setTyped] = useState('');
  const choices = useMemo(() => groupChoices(people, labels, ticked), [people, labels, ticked]);
  const { change, plan } = useMemo(() => {
    // A name that is still in its field is meant, too.
    const wanted = groupChange(groupChoices(people, labels, withTyped(ticked, typed, labels)));
    return { change: wanted, plan: planChange(people, wanted) };
  }, [people, labels, ticked, typed]);
  const { save, progress } = useRegroup(raffle, onDone);
  const hasEntrants = rafflePhase(raffle) !== 'draft' && people.some(({ state }) => state === 'joined');
  const canSave = plan.people.length > 0 && plan.overfull === 0;
  return (
    <Dialog
      open
      onOpenChange={() => {
        // What was begun ends where it can say so.
        if (!save.isPending) onClose();
      }}
      title={counted(m.people_groups_title, people.length)}
      description={m.people_groups_text()}
      footer={
        <div className="grid gap-3">
          {progress !== null && <Progress {...progress} isRunning={save.isPending} />}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
              {m.common_cancel()}
            </Button>
            <Button
              disabled={!canSave && !save.isPending}
              pending={save.isPending}
              pendingLabel={m.console_saving()}
              onClick={() => save.mutate({ people: plan.people, change })}
            >
              {m.people_groups_save()}
            </Button>
          </div>
        </div>
      }
    >
      <div className="grid gap-5">
        <Choices
          choices={choices}
          all={people.length}
          onPress={(choice) => setTicked(withPress(ticked, choice))}
        />
        <NewGroup
          text={typed}
          onText={setTyped}
          onAdd={() => {
            setTicked(withTyped(ticked, typed, labels));
            setTyped('');
          }}
        />
        {plan.overfull > 0 && (
          <p role="alert" className="font-semibold text-danger">
            {m.people_groups_overfull({
              count: plan.overfull,
              shown: plan.overfull.toLocaleString(),
              max: LIMITS.groupsOfEntry.max,
            })}
          </p>
        )}
        {hasEntrants && (
          <p role="note" className="rounded-xl bg-info-soft px-4 py-3 text-info">
            {m.people_groups_public()}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  choices: readonly GroupChoice[];
  /** How many people are selected. */
  all: number;
  onPress: (choice: GroupChoice) => void;
}

function Choices({ choices, all, onPress }: ChoicesProps) {
  if (choices.length === 0) return <p className="text-ink-soft">{m.people_groups_none()}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{m.people_group_list()}</legend>
      <ul className="mt-1 grid max-h-72 overflow-y-auto overscroll-contain">
        {choices.map((choice) => (
          <li key={choice.key} className="flex items-center justify-between gap-3">
            <SelectBox
              label={choice.label}
              isLabelShown
              ticked={TICKED[choice.wanted]}
              onChange={() => onPress(choice)}
            />
            <span className="shrink-0 text-sm text-ink-soft tabular-nums">
              {m.people_groups_share({
                people: choice.people.toLocaleString(),
                all: all.toLocaleString(),
              })}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const TICKED: Record<Share, Ticked> = { all: true, some: 'mixed', none: false };

interface NewGroupProps {
  text: string;
  onText: (text: string) => void;
  onAdd: () => void;
}

function NewGroup({ text, onText, onAdd }: NewGroupProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAdd();
  };
  return (
    <form className="flex items-end gap-3" onSubmit={submit}>
      <Field label={m.people_groups_new()} className="min-w-0 flex-1">
        <TextInput
          value={text}
          maxLength={LIMITS.groupLabel.max}
          autoComplete="off"
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="quiet" unavailable={text.trim() === ''}>
        {m.people_groups_add()}
      </Button>
    </form>
  );
}

interface Done {
  done: number;
  all: number;
}

function Progress({ done, all, isRunning }: Done & { isRunning: boolean }) {
  const shown = { done: done.toLocaleString(), all: all.toLocaleString() };
  if (!isRunning) {
    return (
      <p role="alert" className="font-semibold text-danger">
        {m.people_groups_stopped(shown)}
      </p>
    );
  }
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={m.console_saving()} percent={(100 * done) / all} tone="brand" />
      <p className="text-sm text-ink-soft tabular-nums">{m.people_groups_progress(shown)}</p>
    </div>
  );
}

interface Regrouping {
  people: readonly string[];
  change: GroupChange;
}

/** `progress` is null before the first attempt, and stays after one that was refused. */
function useRegroup({ id: raffleId }: HostRaffle, onDone: () => void) {
  const [progress, setProgress] = useState<Done | null>(null);
  const queryClient = useQueryClient();
  const refreshInvitations = useRefreshInvitations(raffleId);
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: participantsKey(raffleId) });
    refreshInvitations();
  };
  const save = useChange({
    act: ({ people, change }: Regrouping) => {
      const all = people.length;
      setProgress({ done: 0, all });
      return regroupPeople(people, change, {
        send: (body: GroupsBody) => call('POST', `/api/raffles/${raffleId}/people/groups`, body),
        onProgress: (done) => setProgress({ done, all }),
      });
    },
    failedTitle: m.people_groups_failed(),
    onDone: (_answer, { people }) => {
      refresh();
      toast({ title: counted(m.people_groups_saved, people.length), tone: 'good' });
      onDone();
    },
    onRefused: () => {
      refresh();
      return false;
    },
  });
  return { save, progress };
}
