/**
 * The desk hands prizes over, and claims them for winners who come by (R73): the winner's code is looked up by camera or as it is
 * typed, and what the ticket won is shown with one button for each prize. Nothing of this waits without network: only the server
 * knows whose prize it is at this moment.
 */
import { useState } from 'react';
import type { DeskClaimsAnswer, DeskClaimsBody } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import { Wifi } from 'lucide-react';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { type Named, type ReadTyped, readWinnerCode, winnerTokenIn } from '../../api/ticket-address.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { claimedLine, deskPrizeTitle, type HeldPrize, lineTone } from './desk-claim-texts.ts';
import { DeskForm } from './desk-form.tsx';
import { DeskOutcome, type Outcome } from './desk-outcome.tsx';
import { LinkGone } from './link-gone.tsx';

interface DeskClaimsProps {
  isGone: boolean;
  /** Without its query. */
  path: string;
  /** The desk's key, as `?key=…`. */
  query: string;
}

interface Found {
  named: Named;
  answer: DeskClaimsAnswer;
}

interface Act {
  action: DeskClaimsBody['action'];
  prize: HeldPrize;
}

const readCode = (text: string): ReadTyped => {
  const value = readWinnerCode(text);
  return value === null ? { ok: false, error: m.desk_claims_missing() } : { ok: true, value };
};

export function DeskClaims({ isGone, path, query }: DeskClaimsProps) {
  const [found, setFound] = useState<Found | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState<readonly string[]>([]);
  const show = (tone: Outcome['tone'], sentence: string): void =>
    setOutcome({ id: String(performance.now()), tone, sentences: [sentence] });
  const fail = (failure: Error): void =>
    show('danger', isOffline(failure) ? m.desk_claims_offline() : sentenceOf(failure, m.claims_failed()));

  const look = useMutation({
    // Nothing goes out later, when somebody else may hold the prize.
    networkMode: 'always',
    mutationFn: (named: Named) =>
      call<DeskClaimsAnswer>('GET', `${path}${query}&${new URLSearchParams({ ...named }).toString()}`),
    onMutate: () => {
      setFound(null);
      setOutcome(null);
    },
    onSuccess: (answer, named) => {
      if (answer.prizes.length > 0) setFound({ named, answer });
      else show('danger', m.desk_claims_nothing({ number: answer.entry_number }));
    },
    onError: fail,
  });
  const act = useMutation({
    networkMode: 'always',
    mutationFn: ({ action, prize, named }: Act & { named: Named }) =>
      call<DeskClaimsAnswer>('POST', `${path}${query}`, {
        action,
        ...named,
        draw_id: prize.draw_id,
        prize: prize.prize,
      } satisfies DeskClaimsBody),
    onSuccess: (answer, { action, prize, named }) => {
      const number = answer.entry_number;
      const said = { prize: deskPrizeTitle(prize), number };
      const sentence =
        action === 'hand_over' ? m.desk_claims_done_hand_over(said) : m.desk_claims_done_claim(said);
      setFound({ named, answer });
      show('good', sentence);
      setDone([sentence, ...done]);
    },
    onError: fail,
  });
  if (isGone) return <LinkGone waiting={0} />;
  return (
    <>
      <p>{m.desk_claims_text()}</p>
      <p className="flex gap-2 text-ink-soft">
        <Wifi aria-hidden className="mt-0.5 size-5 shrink-0" />
        {m.desk_claims_network()}
      </p>
      <DeskForm
        label={m.desk_claims_typed()}
        hint={m.desk_claims_typed_hint()}
        doText={m.desk_claims_look()}
        scanText={m.desk_claims_scan_text()}
        tokenIn={winnerTokenIn}
        read={readCode}
        onDo={(named) => look.mutate(named)}
      >
        <div aria-live="polite" className="grid grid-cols-1 gap-4">
          <DeskOutcome outcome={outcome} />
          {found !== null && (
            <Prizes
              found={found}
              isPending={act.isPending}
              onAct={(asked) => act.mutate({ ...asked, named: found.named })}
            />
          )}
        </div>
      </DeskForm>
      <section aria-labelledby="desk-claims-list" className="grid grid-cols-1 gap-3">
        <h2 id="desk-claims-list" className="text-xl">
          {m.desk_claims_list()}
        </h2>
        {done.length === 0 ? (
          <p className="text-ink-soft">{m.desk_claims_list_empty()}</p>
        ) : (
          <ol className="grid grid-cols-1 divide-y divide-line">
            {done.map((sentence) => (
              <li key={sentence} className="py-2.5 font-semibold wrap-anywhere tabular-nums">
                {sentence}
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

/** No answer came: whatever was asked for may be asked for again. */
function isOffline(failure: Error): boolean {
  return failure instanceof CallFailed && failure.status === 0;
}

interface PrizesProps {
  found: Found;
  isPending: boolean;
  onAct: (asked: Act) => void;
}

function Prizes({ found: { answer }, isPending, onAct }: PrizesProps) {
  return (
    <section aria-labelledby="desk-winner" className="grid grid-cols-1 gap-3">
      <h2 id="desk-winner" className="text-2xl tabular-nums">
        {m.desk_claims_entry({ number: answer.entry_number })}
      </h2>
      {answer.prizes.map((prize) => {
        const title = deskPrizeTitle(prize);
        const isTheirs = prize.state === 'drawn' || prize.state === 'claimed';
        return (
          <Card key={`${prize.draw_id} ${prize.prize} ${prize.position}`} className="grid grid-cols-1 gap-3">
            <div data-desk-claim={prize.state}>
              <h3 className="text-xl leading-tight wrap-anywhere">{title}</h3>
              <p className={classNames('font-semibold wrap-anywhere', lineTone(prize))}>
                {claimedLine(prize)}
              </p>
            </div>
            {isTheirs && (
              <div className="flex flex-wrap gap-3 *:grow">
                <Button
                  pending={isPending}
                  aria-label={m.desk_claims_action_of({ action: m.desk_claims_hand_over(), prize: title })}
                  onClick={() => onAct({ action: 'hand_over', prize })}
                >
                  {m.desk_claims_hand_over()}
                </Button>
                {prize.state === 'drawn' && (
                  <Button
                    variant="quiet"
                    disabled={isPending}
                    aria-label={m.desk_claims_action_of({ action: m.desk_claims_claim(), prize: title })}
                    onClick={() => onAct({ action: 'claim', prize })}
                  >
                    {m.desk_claims_claim()}
                  </Button>
                )}
              </div>
            )}
          </Card>
        );
      })}
    </section>
  );
}
