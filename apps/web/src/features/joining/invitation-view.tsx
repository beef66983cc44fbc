/** The invitation before joining: the raffle, the name on it, the passphrase and the entry numbers. */
import type { PublicRaffle, TakenNumber } from '@glassdrum/contract';
import type { NamePublication } from '@glassdrum/raffle-rules';
import { KeyRound, Lock, ShieldCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { EntryNumbers } from '../../participation/entry/entry-numbers.tsx';
import { joinNotice, JoinNoticeCard, JoinProgress } from '../../participation/joining/join-notice.tsx';
import { NameChoice, NamesNote } from '../../participation/names/name-choice.tsx';
import { useNameChoice } from '../../participation/names/use-name-choice.ts';
import { RulesConsent } from '../../participation/rules/rules-consent.tsx';
import { useRulesConsent } from '../../participation/rules/use-rules-consent.ts';
import { Day, drawStartHelp, RaffleFacts } from '../../participation/raffle/raffle-facts.tsx';
import { RaffleHead } from '../../participation/raffle/raffle-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { RaffleDetails } from './raffle-details.tsx';

interface InvitationViewProps {
  raffle: PublicRaffle;
  /** The server's clock. */
  now: () => number;
  inviteeName: string;
  joinedCount: number;
  names: ReadonlyMap<number, string>;
  newest: TakenNumber | null;
  isJoining: boolean;
  refusal: CallFailed | null;
  /** How joining is going on a poor network; null when there is nothing to report. */
  news: string | null;
  /** @param values `passphrase` is empty when none is required */
  onJoin: (values: { passphrase: string; publication: NamePublication }) => void;
}

export function InvitationView(props: InvitationViewProps) {
  const { raffle, now, inviteeName, joinedCount, names, newest, isJoining, refusal, news, onJoin } = props;
  const [passphrase, setPassphrase] = useState('');
  const own = useNameChoice(raffle);
  const rules = useRulesConsent(raffle);
  const notice = joinNotice(raffle);
  const isMissing = raffle.requires_passphrase && passphrase.trim() === '';
  const cannot = notice !== null || isMissing;
  const isPassphraseRefused = refusal?.code === 'passphrase_wrong' || refusal?.code === 'passphrase_required';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!cannot && !isJoining && rules.check()) onJoin({ passphrase, publication: own.chosen });
  };
  const joinButton = (label: string, className: string, variant: 'primary' | 'quiet') => (
    <Button
      type="submit"
      form="join"
      variant={variant}
      className={className}
      disabled={cannot}
      pending={isJoining}
      pendingLabel={m.participation_reserving()}
    >
      {label}
    </Button>
  );
  return (
    <div className="grid gap-6">
      <RaffleHead raffle={raffle} now={now} />
      <form id="join" onSubmit={submit}>
        <Card className="text-center">
          <p className="text-ink-soft">{m.participation_invited_as()}</p>
          <p className="mt-1 font-display text-3xl leading-tight font-bold wrap-anywhere sm:text-4xl">
            {inviteeName}
          </p>
          <div className="mx-auto mt-5 grid max-w-sm gap-4 text-left">
            {notice !== null && <JoinNoticeCard notice={notice} raffleId={raffle.id} />}
            {notice === null && raffle.requires_passphrase && (
              <Field
                label={m.participation_passphrase_required()}
                hint={m.participation_passphrase_hint()}
                error={isPassphraseRefused ? refusal.message : undefined}
              >
                <PasswordInput
                  value={passphrase}
                  autoComplete="off"
                  onChange={(event) => setPassphrase(event.target.value)}
                />
              </Field>
            )}
            {notice === null && own.hasChoice && (
              <NameChoice allowed={own.allowed} name={inviteeName} chosen={own.chosen} onChoose={own.pick} />
            )}
            {notice === null && (
              <RulesConsent
                raffle={raffle}
                isAccepted={rules.isAccepted}
                onChange={rules.onChange}
                error={rules.errorOf(refusal)}
              />
            )}
            {notice === null && joinButton(m.participation_reserve(), 'min-h-13 w-full text-lg', 'primary')}
            {notice === null && <NamesNote raffle={raffle} />}
            <JoinProgress text={news} />
          </div>
        </Card>
      </form>
      <RaffleFacts
        facts={[
          { label: m.participation_winners(), value: raffle.max_winners },
          {
            label: m.participation_tickets(),
            value: raffle.max_tickets,
            help: m.participation_tickets_help(),
          },
          { label: m.participation_joined(), value: joinedCount },
          {
            label: m.participation_draw_date(),
            value: raffle.deadline_at === null ? m.participation_tbd() : <Day at={raffle.deadline_at} />,
            help: drawStartHelp(raffle),
          },
        ]}
      />
      <RaffleDetails raffle={raffle} />
      <EntryNumbers raffle={raffle} names={names} own={null} newest={newest}>
        {notice === null && joinButton(m.participation_take_next(), 'mt-3 w-full', 'quiet')}
      </EntryNumbers>
      <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-ink-soft">
        <TrustBadge Sign={KeyRound} text={m.participation_trust_token()} />
        <TrustBadge Sign={Lock} text={m.participation_trust_private()} />
        <TrustBadge Sign={ShieldCheck} text={m.participation_trust_fair()} />
      </ul>
      {notice === null && joinButton(m.participation_count_me_in(), 'mx-auto w-full max-w-sm', 'quiet')}
    </div>
  );
}

function TrustBadge({ Sign, text }: { Sign: typeof Lock; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <Sign aria-hidden className="size-4.5" />
      {text}
    </li>
  );
}
