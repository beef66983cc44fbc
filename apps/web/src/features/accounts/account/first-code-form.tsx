/** The secret as a QR code and as a text, and the first code that the app makes of it. */
import { useEffect, useState } from 'react';
import type { RecoveryCodes, TwoFactorSetup } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CodeProofForm } from './code-proof-form.tsx';

interface FirstCodeFormProps {
  setup: TwoFactorSetup;
  onEnabled: (codes: RecoveryCodes) => void;
}

export function FirstCodeForm({ setup, onEnabled }: FirstCodeFormProps) {
  return (
    <CodeProofForm
      text={m.accounts_two_factor_scan()}
      confirmLabel={m.accounts_two_factor_confirm()}
      onCode={async (code) => {
        onEnabled(await call<RecoveryCodes>('POST', '/api/auth/two-factor/enable', { code }));
      }}
    >
      <SecretQrCode uri={setup.uri} />
      <div>
        <p className="text-sm text-ink-soft">{m.accounts_two_factor_secret()}</p>
        <p className="mt-1 font-mono break-all">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <CopyButton text={setup.secret} label={m.accounts_two_factor_copy()} className="mt-2" />
      </div>
    </CodeProofForm>
  );
}

/** Black on white in both themes: cameras read nothing else as well. The code that draws it loads here. */
function SecretQrCode({ uri }: { uri: string }) {
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
