/**
 * H11: the host looks through who asked to join and who joined: people who wait, and groups that may be one person or a
 * program. Approving, declining and removing go 200 people at a time, until all chosen ones are done.
 */
import { useState } from 'react';
import type { HostRaffle, ReviewAnswer, ReviewBody, ReviewGroup, ReviewResult } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { hostCan } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { participantsKey, useChange } from '../console-data.ts';
import { counted } from '../counted.ts';
import { Loading } from '../loading.tsx';
import { NetworkWarning } from './network-warning.tsx';
import { reviewKey, useReview } from './use-review.ts';

type WaitingPerson = ReviewAnswer['waiting'][number];
type Step = 'approve' | 'decline' | 'remove';
interface Input {
  step: Step;
  body: ReviewBody;
}

const PATHS: Record<Step, string> = {
  approve: 'review/approve',
  decline: 'review/decline',
  remove: 'participants/remove',
};

export function ReviewDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { data, isError, refetch } = useReview(raffle);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_review_title()}
      description={raffle.title}
    >
      {data === undefined ? (
        <Loading className="h-64" failed={isError} onRetry={() => void refetch()} />
      ) : (
        <Review raffle={raffle} review={data} />
      )}
    </Dialog>
  );
}

function Review({ raffle, review }: { raffle: HostRaffle; review: ReviewAnswer }) {
  const [toRemove, setToRemove] = useState<ReviewGroup | null>(null);
  const [toErase, setToErase] = useState<WaitingPerson | null>(null);
  const queries = useQueryClient();
  const change = useChange({
    act: ({ step, body }: Input) => untilDone(`/api/raffles/${raffle.id}/${PATHS[step]}`, body),
    onDone: (result, { step }) => {
      setToRemove(null);
      void queries.invalidateQueries({ queryKey: reviewKey(raffle.id) });
      void queries.invalidateQueries({ queryKey: participantsKey(raffle.id) });
      toast({
        title: counted(DONE[step], result.changed),
        ...(result.skipped > 0 && { description: counted(m.console_review_skipped, result.skipped) }),
        tone: result.changed > 0 ? 'good' : 'plain',
      });
    },
  });
  const erase = useChange({
    act: (inviteeId: string) => call('POST', `/api/raffles/${raffle.id}/people/${inviteeId}/erase`),
    failed: m.console_erase_failed(),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: reviewKey(raffle.id) });
      setToErase(null);
      toast({ title: m.console_erased(), description: m.console_erased_text() });
    },
  });
  const canApprove = hostCan(raffle, 'approve');
  const canRemove = hostCan(raffle, 'remove_participant');
  const pendingStep = change.isPending ? change.variables.step : null;
  const run = (step: Step, body: ReviewBody): void => change.mutate({ step, body });
  const isEmpty = review.waiting.length === 0 && review.groups.length === 0;
  return (
    <div className="grid gap-7">
      <NetworkWarning warning={review.network_warning} isInReview />
      {isEmpty && <p className="py-8 text-center text-ink-soft">{m.console_review_empty()}</p>}
      {review.waiting.length > 0 && (
        <section aria-labelledby="review-waiting" className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 id="review-waiting" className="text-lg">
              {counted(m.console_review_waiting, review.waiting_count)}
            </h3>
            {canApprove && review.waiting_count > 1 && (
              <Button
                pending={pendingStep === 'approve'}
                disabled={change.isPending}
                onClick={() => run('approve', { all: true })}
              >
                {m.console_review_approve_all()}
              </Button>
            )}
          </div>
          {!canApprove && <p className="text-ink-soft">{m.console_review_closed()}</p>}
          <ul className="grid gap-2">
            {review.waiting.map((person) => (
              <li
                key={person.invitee_id}
                className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line px-4 py-2"
              >
                <span className="min-w-0">
                  <span className="block font-semibold wrap-anywhere">{person.display_name}</span>
                  <span className="block text-sm wrap-anywhere text-ink-soft">
                    {person.email ?? m.console_no_email()} · <DateTime at={person.at} />
                  </span>
                  <span className="mt-1 flex flex-wrap gap-2 empty:hidden">
                    {person.state === 'declined' && <Badge>{m.console_review_declined()}</Badge>}
                    {person.waits_for.includes('email') && (
                      <Badge tone="info">{m.console_review_unconfirmed()}</Badge>
                    )}
                  </span>
                </span>
                <span className="flex flex-wrap gap-2 empty:hidden">
                  {canApprove && (
                    <Button
                      variant="quiet"
                      disabled={change.isPending}
                      aria-label={m.console_review_approve_name({ name: person.display_name })}
                      onClick={() => run('approve', { invitee_ids: [person.invitee_id] })}
                    >
                      <Check aria-hidden className="size-4.5" />
                      {m.console_review_approve()}
                    </Button>
                  )}
                  {canApprove && person.state === 'waiting' && (
                    <Button
                      variant="quiet"
                      disabled={change.isPending}
                      aria-label={m.console_review_decline_name({ name: person.display_name })}
                      onClick={() => run('decline', { invitee_ids: [person.invitee_id] })}
                    >
                      <X aria-hidden className="size-4.5" />
                      {m.console_review_decline()}
                    </Button>
                  )}
                  {person.state === 'declined' && (
                    <Button
                      variant="plain"
                      className="text-danger"
                      aria-label={m.console_erase_name({ name: person.display_name })}
                      onClick={() => setToErase(person)}
                    >
                      {m.console_erase_person()}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {review.waiting_count > review.waiting.length && (
            <p className="text-sm text-ink-soft">{m.console_review_more()}</p>
          )}
        </section>
      )}
      {review.groups.length > 0 && (
        <section aria-labelledby="review-groups" className="grid gap-3">
          <div>
            <h3 id="review-groups" className="text-lg">
              {m.console_review_groups()}
            </h3>
            <p className="mt-1 text-ink-soft">{m.console_review_groups_text()}</p>
          </div>
          <ul className="grid gap-3">
            {review.groups.map((group) => (
              <Group
                key={`${group.kind} ${group.key}`}
                group={group}
                canApprove={canApprove}
                canRemove={canRemove}
                isPending={change.isPending}
                onRemove={() => setToRemove(group)}
                onDecline={() => run('decline', groupBody(group))}
              />
            ))}
          </ul>
        </section>
      )}
      {toErase !== null && (
        <AlertDialog
          open
          onOpenChange={() => setToErase(null)}
          title={m.console_erase_name_title({ name: toErase.display_name })}
          description={<p>{m.console_erase_declined_text()}</p>}
          confirmLabel={m.console_erase_person()}
          tone="danger"
          pending={erase.isPending}
          onConfirm={() => erase.mutate(toErase.invitee_id)}
        />
      )}
      {toRemove !== null && (
        <AlertDialog
          open
          onOpenChange={() => setToRemove(null)}
          title={counted(m.console_review_remove_title, toRemove.entries)}
          description={
            <>
              <p>{m.console_review_remove_text()}</p>
              <p>{m.console_review_remove_public()}</p>
            </>
          }
          confirmLabel={m.console_remove()}
          tone="danger"
          pending={pendingStep === 'remove'}
          onConfirm={() => run('remove', groupBody(toRemove))}
        />
      )}
    </div>
  );
}

function groupBody({ kind, key }: ReviewGroup): ReviewBody {
  return { group: { kind, key } };
}

const DONE: Record<Step, (inputs: { count: number; shown: string }) => string> = {
  approve: m.console_review_approved,
  decline: m.console_review_declined_count,
  remove: m.console_review_removed,
};

/** Calls until nobody is left, as long as each call changes somebody. */
async function untilDone(path: string, body: ReviewBody): Promise<ReviewResult> {
  const sum = { changed: 0, skipped: 0, left: 0 };
  for (;;) {
    const { changed, skipped, left } = await call<ReviewResult>('POST', path, body);
    sum.changed += changed;
    sum.skipped = skipped;
    sum.left = left;
    if (left === 0 || changed === 0) return sum;
  }
}

interface GroupProps {
  group: ReviewGroup;
  canApprove: boolean;
  canRemove: boolean;
  isPending: boolean;
  onRemove: () => void;
  onDecline: () => void;
}

function Group({ group, canApprove, canRemove, isPending, onRemove, onDecline }: GroupProps) {
  const { kind, key, people, entries, waiting } = group;
  const more = entries + waiting - people.length;
  return (
    <li className="rounded-xl border border-line px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">{groupTitle(kind, key, entries + waiting)}</p>
        <span className="flex flex-wrap gap-2">
          {canApprove && waiting > 0 && (
            <Button variant="quiet" disabled={isPending} onClick={onDecline}>
              {counted(m.console_review_decline_group, waiting)}
            </Button>
          )}
          {canRemove && entries > 0 && (
            <Button variant="quiet" disabled={isPending} onClick={onRemove}>
              {counted(m.console_review_remove_group, entries)}
            </Button>
          )}
        </span>
      </div>
      <ul className="mt-2 flex flex-wrap gap-2 text-sm">
        {people.map((person) => (
          <li key={person.invitee_id} className="max-w-full rounded-lg bg-sunken px-2.5 py-1 wrap-anywhere">
            {person.entry_number !== null && (
              <span className="mr-1.5 font-bold tabular-nums">{person.entry_number}</span>
            )}
            {person.display_name}
            {kind === 'email' && person.email !== null && (
              <span className="text-ink-soft"> · {person.email}</span>
            )}
          </li>
        ))}
        {more > 0 && (
          <li className="px-1 py-1 text-ink-soft">{counted(m.console_review_group_more, more)}</li>
        )}
      </ul>
    </li>
  );
}

function groupTitle(kind: ReviewGroup['kind'], key: string, count: number): string {
  switch (kind) {
    case 'email':
      return m.console_review_group_email({ email: key });
    case 'second':
      return counted(m.console_review_group_second, count);
    case 'network':
      return counted(m.console_review_group_network, count);
  }
}
