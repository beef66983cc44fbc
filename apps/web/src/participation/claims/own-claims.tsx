/**
 * R73: what the visitor has won, and claiming it: a card for each prize that this browser's entries hold or held, with one button
 * while there is something to do. The time to claim it runs by the server's clock.
 */
import type {
  OwnClaim,
  OwnClaimFormAnswer,
  PlaceClaim,
  PrizeStatus,
  PublicRaffle,
} from '@glassdrum/contract';
import { CircleCheck, Gift, Trophy } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';
import { type TypedAnswers, useOwnClaimForms } from './claim-answers.ts';
import { ClaimDialog, type OwnPrizeDialogProps } from './claim-dialog.tsx';
import { ClaimFormDialog } from './claim-form-dialog.tsx';
import { CollectCode } from './collect-code.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { endedText, ownClaimTitle, ownClaimedText } from './own-claim-texts.ts';
import { useOwnClaims } from './use-own-claims.ts';

export interface OwnClaimsProps {
  raffle: Pick<PublicRaffle, 'id' | 'named_prizes' | 'draws'>;
  /** The visitor's entry number. */
  number: number;
  /** What the raffle's room says; null where no room is open. */
  prizeStatus: PrizeStatus | null;
  /** The server's clock. */
  now: () => number;
  /** The entry holds or held a prize for sure. */
  isWinner?: boolean;
}

type Asked = { claim: OwnClaim; kind: 'claim' | 'decline' } | null;

/** Nothing for somebody who never held a prize. */
export function OwnClaims({ raffle, number, prizeStatus, now, isWinner = false }: OwnClaimsProps) {
  const claims = useOwnClaims({ raffleId: raffle.id, number, prizeStatus, isWinner });
  const [asked, setAsked] = useState<Asked>(null);
  const prizes = claims.data?.prizes ?? [];
  const heldIn = new Set(prizes.flatMap(({ ended, draw_id: drawId }) => (ended === null ? [drawId] : [])));
  const forms = useOwnClaimForms(raffle.id, heldIn);
  /** Of each draw that has a form. */
  const [typed, setTyped] = useState<Readonly<Record<string, TypedAnswers>>>({});
  const formOf = ({ draw_id: drawId }: OwnClaim) =>
    forms.data?.forms.find(({ draw_id: id }) => id === drawId) ?? null;
  if (prizes.length === 0) return null;
  const isNamed = raffle.named_prizes;
  const dialog = { raffleId: raffle.id, isNamed, onClose: () => setAsked(null) };
  return (
    <section aria-label={m.claims_own_region()} className="grid gap-3">
      {prizes.map((claim) => (
        <OwnPrize
          key={`${claim.draw_id} ${claim.prize} ${claim.entry_number}`}
          raffle={raffle}
          claim={claim}
          hasForm={formOf(claim) !== null}
          now={now}
          onClaim={() => setAsked({ claim, kind: 'claim' })}
          onDecline={() => setAsked({ claim, kind: 'decline' })}
        />
      ))}
      {asked?.kind === 'claim' && (
        <ClaimOrForm
          {...dialog}
          claim={asked.claim}
          form={forms.isPending ? undefined : formOf(asked.claim)}
          typed={typed}
          onTyped={setTyped}
        />
      )}
      {asked?.kind === 'decline' && <DeclineDialog {...dialog} claim={asked.claim} />}
    </section>
  );
}

const OVER = { Icon: Trophy, look: 'text-ink-soft' };
const LOOKS: Record<OwnClaim['state'], typeof OVER> = {
  drawn: { Icon: Trophy, look: 'text-brand' },
  claimed: { Icon: CircleCheck, look: 'text-good' },
  handed_over: { Icon: Gift, look: 'text-good' },
  declined: OVER,
  lapsed: OVER,
  ineligible: OVER,
  absent: OVER,
};

interface ClaimOrFormProps extends OwnPrizeDialogProps {
  /** Null where the draw has none; undefined while it is not known. */
  form: OwnClaimFormAnswer['forms'][number] | null | undefined;
  typed: Readonly<Record<string, TypedAnswers>>;
  onTyped: (typed: Readonly<Record<string, TypedAnswers>>) => void;
}

/** R74: the form where there is one; the server asks for it where this page does not know it yet. */
function ClaimOrForm({ form, typed, onTyped, ...dialog }: ClaimOrFormProps) {
  if (form === undefined) return null;
  if (form === null) return <ClaimDialog {...dialog} />;
  return (
    <ClaimFormDialog
      {...dialog}
      fields={form.fields}
      answers={typed[form.draw_id] ?? {}}
      onAnswers={(answers) => onTyped({ ...typed, [form.draw_id]: answers })}
    />
  );
}

interface OwnPrizeProps {
  raffle: OwnClaimsProps['raffle'];
  claim: OwnClaim;
  /** R74: its answers can be corrected after the claim. */
  hasForm: boolean;
  now: () => number;
  onClaim: () => void;
  onDecline: () => void;
}

function OwnPrize({ raffle, claim, hasForm, now, onClaim, onDecline }: OwnPrizeProps) {
  const { state, draw, entry_number: number } = claim;
  const isOver = claim.ended !== null;
  const { Icon, look } = LOOKS[state];
  return (
    <article
      data-own-claim={state}
      className={classNames(
        'rounded-2xl border px-5 py-5 text-left',
        isOver ? 'border-line bg-sunken' : 'border-brand bg-card shadow-card',
      )}
    >
      <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
        <Icon aria-hidden className={classNames('mt-1 size-7', look)} />
        <div className="min-w-0">
          <h2 className="text-2xl leading-tight wrap-anywhere">
            {ownClaimTitle(claim, raffle.named_prizes)}
          </h2>
          <p className="text-ink-soft wrap-anywhere">
            {raffle.draws.total > 1
              ? m.claims_own_draw({ draw: draw.name ?? m.next_draw_number({ number: draw.number }), number })
              : m.claims_own_entry({ number })}
          </p>
        </div>
      </div>
      <p
        role="status"
        className={classNames('mt-3 font-semibold wrap-anywhere empty:mt-0', !isOver && 'text-good')}
      >
        {isOver ? endedText(claim) : ownClaimedText(claim.claim)}
      </p>
      {state === 'drawn' && <ClaimBy claim={claim.claim} now={now} />}
      {!isOver && state !== 'handed_over' && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {state === 'drawn' && (
            <Button className="min-h-13 grow text-lg sm:grow-0" onClick={onClaim}>
              {m.claims_own_claim()}
            </Button>
          )}
          {state === 'claimed' && hasForm && (
            <Button variant="quiet" onClick={onClaim}>
              {m.claim_form_again()}
            </Button>
          )}
          <Button variant="plain" onClick={onDecline}>
            {state === 'drawn' ? m.claims_own_decline() : m.claims_own_give_up()}
          </Button>
        </div>
      )}
      {!isOver && state !== 'handed_over' && <CollectCode raffleId={raffle.id} code={claim.code} />}
    </article>
  );
}

/** Until when, with date and zone, and how long that is. */
function ClaimBy({ claim, now }: { claim: PlaceClaim; now: () => number }) {
  const { claim_by: by, extension } = claim;
  if (by === null) return <p className="mt-3">{m.claims_own_no_limit()}</p>;
  return (
    <div className="mt-3 grid gap-1">
      <p className="text-xl font-bold wrap-anywhere">{m.claims_own_by({ time: formatDateTime(by) })}</p>
      <p className="tabular-nums">
        <Countdown to={by} now={now} text={m.claims_own_left} over={m.claims_own_over()} />
      </p>
      {extension !== null && <p>{m.claims_own_extended()}</p>}
      <p className="text-ink-soft">{m.claims_own_by_text()}</p>
    </div>
  );
}
