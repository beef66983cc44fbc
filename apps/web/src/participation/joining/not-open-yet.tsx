/** A valid link of a raffle that is still a draft: the page opens together with the raffle. */
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export function NotOpenYet() {
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{m.participation_not_open_title()}</h1>
      <p role="status" className="mt-3">
        {m.participation_not_open_text()}
      </p>
      <LinkButton href="/" variant="quiet" className="mt-6">
        {m.participation_back_home()}
      </LinkButton>
    </Card>
  );
}
