/** Name, optional email and passphrase; errors stand beside their fields. */
import { type FormEvent, useRef, useState } from 'react';
import type { PublicRaffle } from '@glassdrum/contract';
import { LIMITS, type NamePublication } from '@glassdrum/raffle-rules';
import type { CallFailed } from '../../api/call.ts';
import { useSendsMail } from '../../api/installation.ts';
import { m } from '../../messages/generated/messages.js';
import { JoinProgress } from '../../participation/joining/join-notice.tsx';
import { NameChoice, NamesNote } from '../../participation/names/name-choice.tsx';
import { useNameChoice } from '../../participation/names/use-name-choice.ts';
import { RulesConsent } from '../../participation/rules/rules-consent.tsx';
import { useRulesConsent } from '../../participation/rules/use-rules-consent.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { endFailure, toast } from '../../ui/toast.tsx';

interface JoinFormValues {
  name: string;
  /** Empty when not given. */
  email: string;
  passphrase: string;
  /** Empty where the raffle requires none. */
  hallCode: string;
  publication: NamePublication;
}

interface JoinFormProps {
  raffle: PublicRaffle;
  isJoining: boolean;
  refusal: CallFailed | null;
  /** How it is going on a poor network; null when there is nothing to report. */
  news: string | null;
  onJoin: (values: JoinFormValues) => void;
}

const PASSPHRASE_CODES: ReadonlySet<string> = new Set(['passphrase_wrong', 'passphrase_required']);
const HALL_CODE_CODES: ReadonlySet<string> = new Set(['hall_code_wrong', 'hall_code_required']);
const EMAIL_CODES: ReadonlySet<string> = new Set(['email_already_joined', 'email_required']);
const NAME_CODES: ReadonlySet<string> = new Set([
  'name_blank',
  'name_too_long',
  'name_forbidden_characters',
  'name_too_many_marks',
  'name_mixed_scripts',
  'name_reserved',
]);

export function JoinForm({ raffle, isJoining, refusal, news, onJoin }: JoinFormProps) {
  const { requires_passphrase: requiresPassphrase, join_checks: checks } = raffle;
  const sendsMail = useSendsMail();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [hallCode, setHallCode] = useState('');
  const names = useNameChoice(raffle);
  const rules = useRulesConsent(raffle);
  const [isNameMissing, setNameMissing] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isJoining) return;
    if (name.trim() === '') {
      setNameMissing(true);
      nameInput.current?.focus();
      toast({
        title: m.participation_name_required(),
        description: m.participation_name_required_text(),
        tone: 'danger',
      });
      return;
    }
    setNameMissing(false);
    if (!rules.check()) return;
    endFailure();
    const { chosen: publication } = names;
    onJoin({ name: name.trim(), email: email.trim(), passphrase, hallCode: hallCode.trim(), publication });
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.participation_name()} error={nameError(isNameMissing, refusal)}>
          <TextInput
            ref={nameInput}
            value={name}
            maxLength={LIMITS.displayName.max}
            autoComplete="name"
            aria-required
            placeholder={m.participation_name_placeholder()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {names.hasChoice && (
          <NameChoice allowed={names.allowed} name={name} chosen={names.chosen} onChoose={names.pick} />
        )}
        <Field
          label={checks.confirm_email ? m.participation_email_needed() : m.participation_email_optional()}
          hint={<EmailHint sendsMail={sendsMail} />}
          error={emailError(refusal)}
        >
          <TextInput
            type="email"
            inputMode="email"
            value={email}
            autoComplete="email"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {checks.hall_code && (
          <Field
            label={m.participation_hall_code()}
            hint={m.participation_hall_code_hint()}
            error={refusal !== null && HALL_CODE_CODES.has(refusal.code) ? refusal.message : undefined}
          >
            <TextInput
              value={hallCode}
              maxLength={LIMITS.typedHallCode.max}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              aria-required
              className="text-center font-mono text-2xl tracking-[0.15em] uppercase"
              onChange={(event) => setHallCode(event.target.value)}
            />
          </Field>
        )}
        {requiresPassphrase && (
          <Field
            label={m.participation_passphrase_required()}
            error={refusal !== null && PASSPHRASE_CODES.has(refusal.code) ? refusal.message : undefined}
          >
            <PasswordInput
              value={passphrase}
              autoComplete="off"
              aria-required
              onChange={(event) => setPassphrase(event.target.value)}
            />
          </Field>
        )}
        <RulesConsent
          raffle={raffle}
          isAccepted={rules.isAccepted}
          onChange={rules.onChange}
          error={rules.errorOf(refusal)}
        />
        <Button
          type="submit"
          className="min-h-13 text-lg"
          disabled={
            (requiresPassphrase && passphrase.trim() === '') || (checks.hall_code && hallCode.trim() === '')
          }
          pending={isJoining}
          pendingLabel={m.participation_joining()}
        >
          {m.participation_join_title()}
        </Button>
        <NamesNote raffle={raffle} />
        {checks.approval && (
          <p className="text-center text-sm text-ink-soft">{m.participation_approval_note()}</p>
        )}
        <JoinProgress text={news} />
      </form>
    </Card>
  );
}

/**
 * Notifications by email are promised only where there is a mail server. Both sentences take the same place from the start: no
 * button moves away under a finger when the one that holds is known.
 */
function EmailHint({ sendsMail }: { sendsMail: boolean | undefined }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1">
      <span className={sendsMail === true ? undefined : 'invisible'}>{m.participation_email_hint()}</span>
      <span className={sendsMail === false ? undefined : 'invisible'}>
        {m.participation_email_hint_no_mail()}
      </span>
    </span>
  );
}

function nameError(isMissing: boolean, refusal: CallFailed | null): string | undefined {
  if (isMissing) return m.participation_name_required_text();
  if (refusal === null) return undefined;
  if (NAME_CODES.has(refusal.code)) return refusal.message;
  return refusal.fields?.['display_name'];
}

function emailError(refusal: CallFailed | null): string | undefined {
  if (refusal === null) return undefined;
  return EMAIL_CODES.has(refusal.code) ? refusal.message : refusal.fields?.['email'];
}
