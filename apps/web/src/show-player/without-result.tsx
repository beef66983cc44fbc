/** Draws that give no winners: called off before their number existed (R86), or frozen and never finished (draw protocol §8). */
import type { DrawPlan } from '@glassdrum/contract';
import { CircleSlash } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { FreezeWords } from './freeze-words.tsx';
import { witnessSentence } from './witness-signs.tsx';

/** What happened, in the words that the reason's code stands for. */
export function voidText({ sealing }: Pick<DrawPlan, 'sealing'>): string {
  return sealing.quorum > 0 ? witnessSentence({ ...sealing, done: true }) : m.draw_void_reason();
}

/** Calm: nobody has lost anything, and a new draw follows. */
export function Voided({ plan }: { plan: DrawPlan }) {
  return (
    <section
      role="status"
      data-voided
      className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-2xl bg-info-soft px-4 py-4 text-left sm:px-5"
    >
      <CircleSlash aria-hidden className="row-span-3 mt-1 size-6 text-info" />
      <h2 className="text-xl text-info">{m.draw_void_title()}</h2>
      <p>{voidText(plan)}</p>
      <p>{m.draw_void_next()}</p>
    </section>
  );
}

/** In place of the show, after an hour without a result. */
export function NeverFinished({ title, plan }: { title: string; plan: DrawPlan }) {
  return (
    <Page title={title} width="narrow">
      <Card className="grid justify-items-center gap-4 text-center sm:p-8">
        <Badge tone="danger">{m.log_progress_never_finished()}</Badge>
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">{title}</h1>
        <p>{m.log_never_finished_text()}</p>
        <p className="text-ink-soft">{m.draw_never_finished_next()}</p>
        <FreezeWords hash={plan.freeze_hash} />
        <LinkButton href={`/log?draw=${plan.draw_id}`} variant="quiet">
          {m.log_link_results()}
        </LinkButton>
      </Card>
    </Page>
  );
}
