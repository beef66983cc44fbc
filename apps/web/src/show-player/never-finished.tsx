/** In place of the show: a draw that was frozen and has shown no result for an hour (draw protocol §8). */
import type { DrawPlan } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { FreezeCode } from './freeze-code.tsx';

export function NeverFinished({ title, plan }: { title: string; plan: DrawPlan }) {
  return (
    <Page title={title} width="narrow">
      <Card className="grid justify-items-center gap-4 text-center sm:p-8">
        <Badge tone="danger">{m.log_progress_never_finished()}</Badge>
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">{title}</h1>
        <p>{m.log_never_finished_text()}</p>
        <p className="text-ink-soft">{m.draw_never_finished_next()}</p>
        <FreezeCode code={plan.freeze_code} />
        <LinkButton href={`/log?draw=${plan.draw_id}`} variant="quiet">
          {m.log_link_results()}
        </LinkButton>
      </Card>
    </Page>
  );
}
