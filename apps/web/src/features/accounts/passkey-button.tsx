/** Sign in with a passkey, where this browser can. */
import { useState } from 'react';
import { KeyRound } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { useOnDevice } from '../../ui/on-device.ts';
import { toast } from '../../ui/toast.tsx';
import { passkeyFailure, passkeysPossible, signInWithPasskey } from '../../api/sign-in/passkeys.ts';
import { OrLine } from './or-line.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { useEntry } from './use-entry.ts';

export function PasskeyButton() {
  const [asking, setAsking] = useState(false);
  const { enter, pending } = useEntry(signInTexts());
  const isPossible = useOnDevice(passkeysPossible, false);
  if (!isPossible) return null;

  const signIn = async (): Promise<void> => {
    setAsking(true);
    try {
      const user = await signInWithPasskey();
      await enter(() => Promise.resolve(user));
    } catch (error) {
      const sentence = passkeyFailure(error);
      if (sentence !== null) {
        toast({ title: m.accounts_login_failed(), description: sentence, tone: 'danger' });
      }
    } finally {
      setAsking(false);
    }
  };

  return (
    <>
      <OrLine />
      <Button
        variant="quiet"
        className="w-full"
        pending={asking || pending}
        pendingLabel={m.accounts_passkey_pending()}
        onClick={() => void signIn()}
      >
        <KeyRound aria-hidden className="size-5" />
        {m.accounts_passkey_sign_in()}
      </Button>
    </>
  );
}
