/** The signed-in host's own account. Signed-out visitors go to /auth. */
import { Redirect } from 'wouter';
import { useCurrentUser } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { ConfirmNote } from '../../../api/sign-in/confirm-note.tsx';
import { useSignInWays } from '../../../api/sign-in/sign-in-ways.ts';
import { SignInAgain } from '../../../api/sign-in/sign-in-again.tsx';
import { useStayingHost } from '../../../api/sign-in/staying-host.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAccount } from './account-data.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProviderCard } from './provider-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function AccountPage() {
  const user = useStayingHost(useCurrentUser().data);
  if (user === null) return <Redirect to="/auth" replace />;
  return (
    <Page title={m.accounts_account()} actions={<ConsoleLink />}>
      {user !== undefined && <SignInAgain user={user} />}
      <h1 className="text-4xl">{m.accounts_account()}</h1>
      {user !== undefined && (
        <>
          <p className="mt-2 text-ink-soft">
            <span className="font-semibold text-ink">{user.name}</span> · {user.email}
          </p>
          <ConfirmNote email={user.email} className="mt-6" />
        </>
      )}
      <Cards />
    </Page>
  );
}

function OperatorCard() {
  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h2 className="text-2xl">{m.accounts_operator()}</h2>
        <p className="mt-1 text-ink-soft">{m.accounts_operator_text()}</p>
      </div>
      <LinkButton href="/admin" variant="quiet">
        {m.accounts_operator_open()}
      </LinkButton>
    </Card>
  );
}

function ConsoleLink() {
  return (
    <LinkButton href="/host" variant="plain" className="max-sm:px-2 max-sm:text-sm">
      {m.accounts_host_console()}
    </LinkButton>
  );
}

function Cards() {
  const { data: account, isError, refetch } = useAccount();
  const ways = useSignInWays();
  if (isError) {
    return (
      <Card className="mt-8 grid justify-items-start gap-4">
        <p role="alert">{m.accounts_account_load_failed()}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {m.accounts_try_again()}
        </Button>
      </Card>
    );
  }
  if (account === undefined || ways === undefined) {
    return (
      <div aria-busy className="mt-8 grid gap-6">
        <Skeleton className="h-72" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  return (
    <div className="mt-8 grid gap-6">
      {ways.provider !== null && <ProviderCard name={ways.provider} state={account.provider} />}
      {ways.passwords && <PasswordCard hasPassword={account.has_password} />}
      {(ways.passwords || account.passkeys.length > 0) && (
        <PasskeysCard
          passkeys={account.passkeys}
          isConfirmed={account.address_confirmed}
          isOff={!ways.passwords}
        />
      )}
      <TwoFactorCard state={account.two_factor} isConfirmed={account.address_confirmed} />
      <SessionsCard />
      {account.is_operator && <OperatorCard />}
    </div>
  );
}
