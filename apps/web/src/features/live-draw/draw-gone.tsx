/** There is nothing to watch at this address. */
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';

export function DrawGone({ text }: { text: string }) {
  return (
    <Page title={m.draw_gone_title()}>
      <Card className="mx-auto max-w-lg py-10 text-center">
        <h1 className="text-3xl">{m.draw_gone_title()}</h1>
        <p className="mt-3">{text}</p>
        <div className="mt-6">
          <LinkButton href="/" variant="quiet">
            {m.draw_back_home()}
          </LinkButton>
        </div>
      </Card>
    </Page>
  );
}
