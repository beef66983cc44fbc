/** Every address that has no page. */
import { m } from '../messages/generated/messages.js';
import { LinkButton } from './link-button.tsx';
import { Page } from './page.tsx';
import { TornTicket } from './torn-ticket.tsx';

export function NothingHere() {
  return (
    <Page title={m.common_not_found_title()}>
      <div className="grid justify-items-center gap-5 py-10 text-center sm:py-16">
        <TornTicket text={m.common_not_found_code()} />
        <h1 className="mt-2 text-3xl sm:text-4xl">{m.common_not_found_title()}</h1>
        <p className="max-w-md text-lg text-ink-soft">{m.common_not_found_text()}</p>
        <p className="max-w-md text-ink-soft">{m.common_not_found_hint()}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton href="/">{m.common_back_home()}</LinkButton>
          <LinkButton href="/host" variant="quiet">
            {m.common_host_console()}
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}
