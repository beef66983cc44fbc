/** The secret as a QR code and as a text, and the first code that the app makes of it. */
import { useEffect, useRef, useState } from 'react';
import type { RecoveryCodes, TwoFactorSetup } from '@glassdrum/contract';
import { call, CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { focusFirstError } from '../focus-first-error.ts';

interface FirstCodeFormProps {
  setup: TwoFactorSetup;
  onEnabled: (codes: RecoveryCodes) => void;
}

export function FirstCodeForm({ setup, onEnabled }: FirstCodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState(false);

  const input = useRef<HTMLInputElement>(null);
  // This form takes the place of the one that had the focus.
  useEffect(() => input.current?.focus(), []);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setPending(true);
    try {
      onEnabled(await call<RecoveryCodes>('POST', '/api/auth/two-factor/enable', { code }));
    } catch (failure) {
      setPending(false);
      const field = failure instanceof CallFailed ? failure.fields?.['code'] : undefined;
      setError(field);
      focusFirstError(form);
      const description = sentenceOf(failure, m.accounts_two_factor_failed());
      if (field === undefined) toast({ title: m.accounts_two_factor_failed(), description, tone: 'danger' });
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const empty = code.trim() === '' ? m.accounts_required() : undefined;
        setError(empty);
        if (empty !== undefined) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      <p>{m.accounts_two_factor_scan()}</p>
      <SecretPicture uri={setup.uri} />
      <div>
        <p className="text-sm text-ink-soft">{m.accounts_two_factor_secret()}</p>
        <p className="mt-1 font-mono break-all">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <CopyButton text={setup.secret} label={m.accounts_two_factor_copy()} className="mt-2" />
      </div>
      <Field label={m.accounts_code()} error={error}>
        <TextInput
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono text-xl tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={pending} pendingLabel={m.accounts_code_sending()}>
        {m.accounts_two_factor_confirm()}
      </Button>
    </form>
  );
}

/** Black on white in both themes: cameras read nothing else as well. The code that draws it loads here. */
function SecretPicture({ uri }: { uri: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    void import('qr').then(({ encodeQR }) => {
      const svg = encodeQR(uri, 'svg', { ecc: 'medium', border: 4 });
      if (!over) setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`);
    });
    return () => {
      over = true;
    };
  }, [uri]);
  if (picture === null) return <Skeleton className="size-56" />;
  return (
    <img
      src={picture}
      alt={m.accounts_two_factor_qr()}
      // The picture itself is transparent where it is not black.
      style={{ backgroundColor: '#fff' }}
      className="size-56 rounded-2xl border border-line"
    />
  );
}
