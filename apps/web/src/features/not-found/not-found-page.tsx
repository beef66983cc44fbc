/** Every address that has no page. */
import { m } from '../../messages/generated/messages.js';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title={m.common_not_found_title()}>
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <div className="-rotate-3 drop-shadow-xl">
          <p className="ticket-paper rounded-2xl px-14 pt-8 pb-10 font-display text-8xl leading-none font-extrabold tabular-nums">
            {m.common_not_found_code()}
          </p>
        </div>
        <h1 className="mt-4 text-3xl">{m.common_not_found_title()}</h1>
        <p className="max-w-md text-ink-soft">{m.common_not_found_text()}</p>
        <LinkButton href="/">{m.common_back_home()}</LinkButton>
      </div>
    </Page>
  );
}
