/** Name, optional e-mail and passphrase; what is wrong is said beside the field. */
import { type FormEvent, useRef, useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { JoinNews } from '../../participation/join-news.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

interface JoinFormValues {
  name: string;
  /** Empty when not given. */
  email: string;
  passphrase: string;
}

interface JoinFormProps {
  requiresPassphrase: boolean;
  isJoining: boolean;
  refusal: CallFailed | null;
  /** How it is going on a poor network; null when there is nothing to say. */
  news: string | null;
  onJoin: (values: JoinFormValues) => void;
}

const PASSPHRASE_CODES: ReadonlySet<string> = new Set(['passphrase_wrong', 'passphrase_required']);
const NAME_CODES: ReadonlySet<string> = new Set([
  'name_blank',
  'name_too_long',
  'name_forbidden_characters',
  'name_reserved',
]);

export function JoinForm({ requiresPassphrase, isJoining, refusal, news, onJoin }: JoinFormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [passphrase, setPassphrase] = useState('');
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
    onJoin({ name: name.trim(), email: email.trim(), passphrase });
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.participation_name()} error={nameError(isNameMissing, refusal)}>
          <TextInput
            ref={nameInput}
            value={name}
            maxLength={100}
            autoComplete="name"
            aria-required
            placeholder={m.participation_name_placeholder()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label={m.participation_email_optional()}
          hint={m.participation_email_hint()}
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
        <Button
          type="submit"
          className="min-h-13 text-lg"
          disabled={requiresPassphrase && passphrase.trim() === ''}
          pending={isJoining}
          pendingLabel={m.participation_joining()}
        >
          {m.participation_join_title()}
        </Button>
        <JoinNews text={news} />
      </form>
    </Card>
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
  return refusal.code === 'email_already_joined' ? refusal.message : refusal.fields?.['email'];
}
