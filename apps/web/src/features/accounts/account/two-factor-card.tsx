/** Two-factor codes: on with an authenticator app, off with the password, new recovery codes. */
import { useState } from 'react';
import type { AccountState, RecoveryCodes, TwoFactorSetup } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAccountRefresh } from './account-data.ts';
import { CodeProofForm } from './code-proof-form.tsx';
import { FirstCodeForm } from './first-code-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

type Task = 'enable' | 'keep' | 'disable' | 'renew';

interface TwoFactorCardProps {
  state: AccountState['two_factor'];
  /** C14: nothing is switched on before the account's address is confirmed. */
  isConfirmed: boolean;
}

export function TwoFactorCard({ state, isConfirmed }: TwoFactorCardProps) {
  const [task, setTask] = useState<Task | null>(null);
  return (
    <Card>
      <h2 className="text-2xl">{m.accounts_two_factor_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.accounts_two_factor_text()}</p>
      <p className="mt-5 font-semibold">
        {state.enabled ? m.accounts_two_factor_on() : m.accounts_two_factor_off()}
      </p>
      {state.suspended && <p className="mt-1 font-semibold text-warn">{m.accounts_suspended()}</p>}
      {!isConfirmed && <p className="mt-1 text-sm text-ink-soft">{m.accounts_confirm_first()}</p>}
      {state.enabled && (
        <p className="text-sm text-ink-soft">
          {m.accounts_two_factor_left({ count: state.recovery_codes_left })}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {state.suspended && (
          <>
            <Button variant="quiet" onClick={() => setTask('keep')}>
              {m.accounts_keep()}
            </Button>
            <Button variant="plain" onClick={() => setTask('disable')}>
              {m.accounts_passkey_remove()}
            </Button>
          </>
        )}
        {state.enabled && (
          <>
            <Button variant="quiet" onClick={() => setTask('renew')}>
              {m.accounts_two_factor_renew()}
            </Button>
            <Button variant="quiet" onClick={() => setTask('disable')}>
              {m.accounts_two_factor_disable()}
            </Button>
          </>
        )}
        {!state.enabled && !state.suspended && isConfirmed && (
          <Button variant="quiet" onClick={() => setTask('enable')}>
            {m.accounts_two_factor_enable()}
          </Button>
        )}
      </div>
      <Dialog
        open={task !== null}
        onOpenChange={(open) => {
          if (!open) setTask(null);
        }}
        title={task === null ? '' : TITLES[task]()}
      >
        {task === 'enable' && <Enable onDone={() => setTask(null)} />}
        {task === 'keep' && <Keep onDone={() => setTask(null)} />}
        {task === 'disable' && <Disable onDone={() => setTask(null)} />}
        {task === 'renew' && <Renew onDone={() => setTask(null)} />}
      </Dialog>
    </Card>
  );
}

const TITLES: Record<Task, () => string> = {
  enable: m.accounts_two_factor_enable_title,
  keep: m.accounts_two_factor_keep_title,
  disable: m.accounts_two_factor_disable_title,
  renew: m.accounts_two_factor_renew,
};

interface TaskProps {
  onDone: () => void;
}

function Enable({ onDone }: TaskProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = useAccountRefresh();
  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (setup !== null) {
    return (
      <FirstCodeForm
        setup={setup}
        onEnabled={(answer) => {
          setCodes(answer.recovery_codes);
          void refresh();
        }}
      />
    );
  }
  return (
    <ProofForm
      text={m.accounts_two_factor_enable_text()}
      confirmLabel={m.accounts_continue()}
      failedTitle={m.accounts_two_factor_failed()}
      onProof={async (password) => {
        setSetup(await call<TwoFactorSetup>('POST', '/api/auth/two-factor', { password }));
      }}
    />
  );
}

/** With a code, so that nobody keeps what another's app shows. */
function Keep({ onDone }: TaskProps) {
  const refresh = useAccountRefresh();
  return (
    <CodeProofForm
      text={m.accounts_two_factor_keep_text()}
      confirmLabel={m.accounts_keep()}
      onCode={async (code) => {
        await call('POST', '/api/auth/two-factor/keep', { code });
        await refresh();
        onDone();
        toast({ title: m.accounts_two_factor_kept(), tone: 'good' });
      }}
    />
  );
}

function Disable({ onDone }: TaskProps) {
  const refresh = useAccountRefresh();
  return (
    <ProofForm
      text={m.accounts_two_factor_disable_text()}
      confirmLabel={m.accounts_two_factor_disable()}
      failedTitle={m.accounts_two_factor_failed()}
      tone="danger"
      onProof={async (password) => {
        await call('POST', '/api/auth/two-factor/disable', { password });
        await refresh();
        onDone();
        toast({ title: m.accounts_two_factor_disabled(), tone: 'good' });
      }}
    />
  );
}

function Renew({ onDone }: TaskProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = useAccountRefresh();
  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return (
    <ProofForm
      text={m.accounts_two_factor_renew_text()}
      confirmLabel={m.accounts_two_factor_renew()}
      failedTitle={m.accounts_two_factor_failed()}
      onProof={async (password) => {
        const answer = await call<RecoveryCodes>('POST', '/api/auth/two-factor/recovery-codes', { password });
        setCodes(answer.recovery_codes);
        await refresh();
      }}
    />
  );
}
