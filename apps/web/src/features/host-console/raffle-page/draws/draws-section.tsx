/** The draws of a raffle in their order (R69): what each gives, what became of it, and what the host can do about it. */
import { useState } from 'react';
import type { HostPrizes, HostRaffle, PlannedDraw } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { Clapperboard, Pencil, Plus, Smartphone } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { policySentence } from '../../../../participation/joining/policy-texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { DateTime } from '../../../../ui/date-time.tsx';
import { Select } from '../../../../ui/field.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import type { DialogKind } from '../../console-dialogs.tsx';
import { DownloadLink } from '../../download-link.tsx';
import { hostCan, hostMay } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { CheckInPanel } from '../../presence/check-in-panel.tsx';
import { PresenceSwitch } from '../../presence/presence-switch.tsx';
import { DeskLink } from '../../share/desk-link.tsx';
import { StageLink } from '../../share/stage-link.tsx';
import { usePrizes } from '../prizes/prizes-data.ts';
import { AddDialog, RehearsedDraw, RenameDialog, SkipDialog } from './draw-dialogs.tsx';
import { bodyOfPlan, drawTitle, nextDraw, useSavePlan } from './draws-data.ts';

interface DrawsSectionProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function DrawsSection({ raffle, onDialog }: DrawsSectionProps) {
  const { data: list, isError, refetch } = usePrizes(raffle);
  const [skipped, setSkipped] = useState<PlannedDraw | null>(null);
  const [renamed, setRenamed] = useState<PlannedDraw | null>(null);
  const [rehearsed, setRehearsed] = useState<PlannedDraw | null>(null);
  const [isAdding, setAdding] = useState(false);
  const next = list === undefined ? null : nextDraw(list.draws);
  return (
    <section aria-labelledby="draws" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="draws" className="text-2xl">
          {m.raffle_draws()}
        </h2>
        {hostMay(raffle, 'draw_winners') && (
          <LinkButton href={`/host/raffles/${raffle.id}/remote`} variant="quiet">
            <Smartphone aria-hidden className="size-4.5" />
            {m.raffle_remote_open()}
          </LinkButton>
        )}
      </div>
      <p className="text-ink-soft">{m.raffle_draws_text()}</p>
      {list === undefined ? (
        <Loading className="h-96" failed={isError} onRetry={() => void refetch()} />
      ) : (
        <ol className="grid gap-4">
          {list.draws.map((draw) => (
            <li key={draw.number}>
              <DrawCard
                raffle={raffle}
                list={list}
                draw={draw}
                isNext={draw === next}
                onDraw={() => onDialog('draw')}
                onRename={() => setRenamed(draw)}
                onRehearse={() => setRehearsed(draw)}
                onSkip={() => setSkipped(draw)}
              />
            </li>
          ))}
        </ol>
      )}
      {list !== undefined && hostCan(raffle, 'change_prizes') && list.draws.length < LIMITS.draws.max && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          {m.raffle_draw_add()}
        </Button>
      )}
      <Card>
        <h3 className="text-lg">{m.raffle_draws_chance()}</h3>
        <p className="mt-1 text-ink-soft">{policySentence(raffle)}</p>
      </Card>
      {hostMay(raffle, 'share_stage_link') && <StageLink raffle={raffle} />}
      {raffle.presence !== null && hostMay(raffle, 'share_desk_link') && (
        <DeskLink raffle={raffle} text={m.presence_desk_text()} />
      )}
      {skipped !== null && <SkipDialog raffle={raffle} draw={skipped} onClose={() => setSkipped(null)} />}
      {renamed !== null && <RenameDialog raffle={raffle} draw={renamed} onClose={() => setRenamed(null)} />}
      {list !== undefined && rehearsed !== null && (
        <RehearsedDraw raffle={raffle} list={list} draw={rehearsed} onClose={() => setRehearsed(null)} />
      )}
      {list !== undefined && isAdding && (
        <AddDialog raffle={raffle} list={list} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}

interface DrawCardProps {
  raffle: HostRaffle;
  list: HostPrizes;
  draw: PlannedDraw;
  isNext: boolean;
  onDraw: () => void;
  onRename: () => void;
  onRehearse: () => void;
  onSkip: () => void;
}

function DrawCard({ raffle, list, draw, isNext, ...on }: DrawCardProps) {
  const save = useSavePlan(raffle, () => undefined);
  const prizes = list.prizes.filter((prize) => prize.draw === draw.number);
  const others = list.draws.filter((one) => one.state === 'planned' && one !== draw);
  const canMove =
    draw.state === 'planned' && prizes.length > 1 && others.length > 0 && hostCan(raffle, 'change_prizes');
  const isPlanned = draw.state === 'planned';
  const move = (id: string, to: number): void => {
    const body = bodyOfPlan(list);
    const moved = body.prizes.map((prize) => (prize.id === id ? { ...prize, draw: to } : prize));
    save.mutate({ ...body, prizes: moved });
  };
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 text-xl wrap-anywhere">{drawTitle(draw)}</h3>
        <StateBadge draw={draw} isNext={isNext} />
      </div>
      {draw.added_at !== null && (
        <p className="text-sm text-ink-soft">
          {m.raffle_draw_added()} <DateTime at={draw.added_at} />
        </p>
      )}
      {isPlanned && draw.planned_at !== null && (
        <p>
          {m.raffle_draw_time_planned()} <DateTime at={draw.planned_at} />
        </p>
      )}
      {draw.skipped !== null && <p className="wrap-anywhere">{draw.skipped.reason}</p>}
      <ul className="grid divide-y divide-line">
        {prizes.map((prize) => (
          <li key={prize.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{prizeText(prize)}</span>
            {canMove && (
              <Select
                aria-label={m.raffle_draw_of_prize({ prize: prizeText(prize) })}
                value={draw.number}
                disabled={save.isPending}
                onChange={(event) => move(prize.id, Number(event.target.value))}
                className="sm:w-56"
              >
                {[draw, ...others]
                  .toSorted((one, other) => one.number - other.number)
                  .map((one) => (
                    <option key={one.number} value={one.number}>
                      {drawTitle(one)}
                    </option>
                  ))}
              </Select>
            )}
          </li>
        ))}
      </ul>
      {isPlanned && hostCan(raffle, 'change_presence') && <PresenceSwitch raffle={raffle} draw={draw} />}
      {!isPlanned && draw.presence.required && draw.state !== 'skipped' && (
        <p className="text-ink-soft">{m.presence_was_required()}</p>
      )}
      {isNext && isPlanned && <CheckInPanel raffle={raffle} hasPeople />}
      <div className="flex flex-wrap gap-3 empty:hidden max-sm:*:grow">
        {isNext && isPlanned && hostCan(raffle, 'draw') && (
          <Button onClick={on.onDraw}>{m.console_draw()}</Button>
        )}
        {draw.state === 'running' && (
          <LinkButton href={`/draw/${raffle.id}`}>{m.console_watch_live()}</LinkButton>
        )}
        {isPlanned && (
          <>
            <Button
              variant="quiet"
              aria-label={m.raffle_draw_rehearse_name({ draw: drawTitle(draw) })}
              onClick={on.onRehearse}
            >
              <Clapperboard aria-hidden className="size-4.5" />
              {m.raffle_draw_rehearse()}
            </Button>
            {hostMay(raffle, 'rename_draw') && (
              <Button
                variant="quiet"
                aria-label={m.raffle_draw_rename_name({ draw: drawTitle(draw) })}
                onClick={on.onRename}
              >
                <Pencil aria-hidden className="size-4.5" />
                {m.raffle_draw_rename()}
              </Button>
            )}
          </>
        )}
        {isPlanned && list.draws.length > 1 && hostCan(raffle, 'skip_draw') && (
          <Button variant="quiet" onClick={on.onSkip}>
            {m.raffle_draw_skip()}
          </Button>
        )}
        {draw.state === 'drawn' && draw.draw_id !== null && (
          <>
            <LinkButton href={`/results/${raffle.id}?draw=${draw.draw_id}`} variant="quiet">
              {m.console_results()}
            </LinkButton>
            <DownloadLink
              href={`/api/raffles/${raffle.id}/proof?draw_id=${draw.draw_id}`}
              label={m.raffle_draw_proof()}
              name={`${m.raffle_draw_proof()}: ${drawTitle(draw)}`}
            />
          </>
        )}
      </div>
    </Card>
  );
}

function prizeText({ name, quantity }: { name: string | null; quantity: number }): string {
  const shown = name ?? m.raffle_draw_unnamed();
  return quantity === 1 ? shown : m.prizes_quantity({ count: quantity, name: shown });
}

function StateBadge({ draw: { state }, isNext }: { draw: PlannedDraw; isNext: boolean }) {
  switch (state) {
    case 'planned':
      return (
        <Badge tone={isNext ? 'brand' : 'neutral'}>
          {isNext ? m.raffle_draw_next() : m.raffle_draw_planned()}
        </Badge>
      );
    case 'running':
      return <Badge tone="brand">{m.console_drawing_now()}</Badge>;
    case 'drawn':
      return <Badge tone="good">{m.raffle_draw_drawn()}</Badge>;
    case 'skipped':
      return <Badge tone="warn">{m.raffle_draw_skipped()}</Badge>;
  }
}
