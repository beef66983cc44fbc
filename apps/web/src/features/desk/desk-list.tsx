/** What this desk did (R67, R71): first what still waits for the network, then what the server said, newest first. */
import { WifiOff } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import type { Finished, QueueState } from './desk-queue.ts';

interface DeskListProps<Body extends { client_id: string; action: string }, Answer> {
  state: QueueState<Body, Answer>;
  title: string;
  /** While nothing is in it. */
  empty: string;
  /** How many wait. */
  waitingText: (input: { count: number }) => string;
  /** What the body asks for. */
  actionText: (body: Body) => string;
  /** A sentence for each kind of result. */
  sentencesOf: (answer: Answer) => string[];
  onSend: () => void;
}

export function DeskList<Body extends { client_id: string; action: string }, Answer>({
  state: { waiting, finished, isOffline },
  title,
  empty,
  waitingText,
  actionText,
  sentencesOf,
  onSend,
}: DeskListProps<Body, Answer>) {
  return (
    <section aria-labelledby="desk-list" className="grid grid-cols-1 gap-3">
      <h2 id="desk-list" className="text-xl">
        {title}
      </h2>
      {isOffline && waiting.length > 0 && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-xl bg-warn-soft p-4 text-warn"
        >
          <WifiOff aria-hidden className="size-5 shrink-0" />
          <p className="min-w-0 flex-1 basis-48">{waitingText({ count: waiting.length })}</p>
          <Button variant="quiet" onClick={onSend}>
            {m.desk_send_now()}
          </Button>
        </div>
      )}
      {waiting.length + finished.length === 0 && <p className="text-ink-soft">{empty}</p>}
      <ol aria-live="polite" className="grid grid-cols-1 divide-y divide-line">
        {waiting.toReversed().map(({ body, shown }) => (
          <li key={body.client_id} className="flex items-baseline justify-between gap-3 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {actionText(body)}: {shown}
            </span>
            <span className="text-sm text-ink-soft">{m.desk_waits()}</span>
          </li>
        ))}
        {finished.map((one) => (
          <li key={one.body.client_id} className="py-2.5 wrap-anywhere">
            <Outcome one={one} sentencesOf={sentencesOf} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Outcome<Body extends { client_id: string; action: string }, Answer>({
  one,
  sentencesOf,
}: {
  one: Finished<Body, Answer>;
  sentencesOf: (answer: Answer) => string[];
}) {
  if ('refusal' in one) {
    return (
      <p className="text-danger">
        {one.shown}: {one.refusal}
      </p>
    );
  }
  return sentencesOf(one.answer).map((sentence) => (
    <p key={sentence} className="font-semibold tabular-nums">
      {sentence}
    </p>
  ));
}
