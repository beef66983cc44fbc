/** The last page of the window in which somebody signed in again through the provider (R83): tells the first one, and closes. */
import { useEffect } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { tellSignedIn } from '../../api/sign-in/provider-window.ts';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';

export function SignedInPage() {
  const { data: user } = useCurrentUser();
  useEffect(() => {
    if (!user) return;
    tellSignedIn(user);
    // Browsers close only windows that a page opened; elsewhere the sentence stands.
    window.close();
  }, [user]);
  return (
    <Page title={m.accounts_provider_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_provider_title()}</h1>
      <Card className="grid gap-5 sm:p-8">
        <p role="status">{m.accounts_provider_close()}</p>
        <LinkButton href="/host" variant="quiet">
          {m.accounts_host_console()}
        </LinkButton>
      </Card>
    </Page>
  );
}
