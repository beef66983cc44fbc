/**
 * R73: the host hands prizes over by the winner's code: read by a hand scanner, which types it, or typed. The camera of a phone
 * scans at the desk, whose page alone may use it.
 */
import { type FormEvent, useState } from 'react';
import type { ClaimRow, HostRaffle } from '@glassdrum/contract';
import { CircleCheck, ScanLine, TriangleAlert } from 'lucide-react';
import { readWinnerCode } from '../../../../../api/ticket-address.ts';
import { m } from '../../../../../messages/generated/messages.js';
import { Button } from '../../../../../ui/button.tsx';
import { Field, TextInput } from '../../../../../ui/field.tsx';
import { hostMay } from '../../../host-actions.ts';
import { DeskLink } from '../../../share/desk-link.tsx';
import { claimerName } from './claim-step-texts.ts';
import { useClaimCall } from './claims-data.ts';

interface HandOverFormProps {
  raffle: HostRaffle;
  /** What a row's prize is called. */
  prizeOf: (row: ClaimRow) => string;
}

export function HandOverForm({ raffle, prizeOf }: HandOverFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [done, setDone] = useState<readonly ClaimRow[] | null>(null);
  const [isDeskShown, setDeskShown] = useState(false);
  const handOver = useClaimCall(raffle.id, {
    onDone: ({ rows }) => {
      setTyped('');
      setDone(rows.filter(({ state }) => state === 'handed_over'));
    },
    onRefused: (message) => {
      setError(message);
      return true;
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const named = readWinnerCode(typed);
    setDone(null);
    setError(named === null ? m.claims_code_missing() : '');
    if (named !== null) handOver.mutate({ path: '/hand-over', body: named });
  };
  return (
    <section aria-labelledby="hand-over" className="grid gap-3 rounded-2xl bg-sunken p-4">
      <div>
        <h3 id="hand-over" className="text-lg">
          {m.claims_code_title()}
        </h3>
        <p className="text-ink-soft">{m.claims_code_text()}</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field label={m.claims_code_label()} error={error} className="min-w-0 flex-1 basis-60">
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" pending={handOver.isPending} className="max-sm:w-full sm:mt-7.5">
          {m.claims_code_button()}
        </Button>
      </form>
      <div role="status" className="grid gap-1 empty:hidden">
        {done?.map((row) => (
          <p key={`${row.draw_id} ${row.prize}`} className="flex gap-2 font-semibold text-good">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {m.claims_done_row({
                prize: prizeOf(row),
                done: m.claims_done_hand_over({ name: claimerName(row) }),
              })}
            </span>
          </p>
        ))}
        {done?.length === 0 && (
          <p className="flex gap-2 font-semibold text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {m.claims_code_nothing()}
          </p>
        )}
      </div>
      {isDeskShown ? (
        <DeskLink raffle={raffle} text={m.claims_code_desk()} />
      ) : (
        hostMay(raffle, 'share_desk_link') && (
          <Button variant="plain" className="justify-self-start px-2!" onClick={() => setDeskShown(true)}>
            <ScanLine aria-hidden className="size-5 shrink-0" />
            {m.claims_code_camera()}
          </Button>
        )
      )}
    </section>
  );
}
