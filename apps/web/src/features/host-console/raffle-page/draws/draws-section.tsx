/** The draws of a raffle in their order (R69): what each gives, what became of it, and what the host can do about it. */
import { type FormEvent, useState } from 'react';
import type { HostPrizes, HostRaffle, PlannedDraw } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { Plus, Smartphone } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { policySentence } from '../../../../participation/joining/policy-texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { DateTime } from '../../../../ui/date-time.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, Select, TextInput } from '../../../../ui/field.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { useChange } from '../../console-data.ts';
import type { DialogKind } from '../../console-dialogs.tsx';
import { DownloadLink } from '../../download-link.tsx';
import { hostCan } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { StageLink } from '../../share/stage-link.tsx';
import { usePrizes, useSetPrizes } from '../prizes/prizes-data.ts';
import { bodyOfPlan, drawTitle, nextDraw, useSavePlan } from './draws-data.ts';

interface DrawsSectionProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function DrawsSection({ raffle, onDialog }: DrawsSectionProps) {
  const { data: list, isError, refetch } = usePrizes(raffle);
  const [skipped, setSkipped] = useState<PlannedDraw | null>(null);
  const [isAdding, setAdding] = useState(false);
  const next = list === undefined ? null : nextDraw(list.draws);
  return (
    <section aria-labelledby="draws" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="draws" className="text-2xl">
          {m.raffle_draws()}
        </h2>
        <LinkButton href={`/host/raffles/${raffle.id}/remote`} variant="quiet">
          <Smartphone aria-hidden className="size-4.5" />
          {m.raffle_remote_open()}
        </LinkButton>
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
      <StageLink raffle={raffle} />
      {skipped !== null && <SkipDialog raffle={raffle} draw={skipped} onClose={() => setSkipped(null)} />}
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
  onSkip: () => void;
}

function DrawCard({ raffle, list, draw, isNext, onDraw, onSkip }: DrawCardProps) {
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
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {isNext && isPlanned && hostCan(raffle, 'draw') && (
          <Button onClick={onDraw}>{m.console_draw()}</Button>
        )}
        {draw.state === 'running' && (
          <LinkButton href={`/draw/${raffle.id}`}>{m.console_watch_live()}</LinkButton>
        )}
        {isPlanned && list.draws.length > 1 && hostCan(raffle, 'skip_draw') && (
          <Button variant="quiet" onClick={onSkip}>
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

function AddDialog({ raffle, list, onClose }: { raffle: HostRaffle; list: HostPrizes; onClose: () => void }) {
  const save = useSavePlan(raffle, onClose);
  const [name, setName] = useState('');
  const [prize, setPrize] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = bodyOfPlan(list);
    const number = list.draws.length + 1;
    const added = {
      id: null,
      name: prize,
      quantity: 1,
      description: '',
      sponsor_name: null,
      sponsor_url: null,
    };
    save.mutate({
      ...body,
      prizes: [...body.prizes, { ...added, groups: [], draw: number }],
      draws: [...body.draws, { name }],
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.raffle_draw_add()}
      description={raffle.status === 'draft' ? m.raffle_draw_add_text() : m.raffle_draw_add_public()}
      footer={
        <div className="flex justify-end">
          <Button
            type="submit"
            form="add-draw"
            disabled={prize.trim() === ''}
            pending={save.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.raffle_draw_add()}
          </Button>
        </div>
      }
    >
      <form id="add-draw" className="grid gap-4" onSubmit={submit}>
        <Field label={m.raffle_draw_name()} hint={m.raffle_draw_name_hint()}>
          <TextInput
            value={name}
            maxLength={LIMITS.drawName.max}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={m.raffle_draw_first_prize()} hint={m.raffle_draw_first_prize_hint()}>
          <TextInput
            value={prize}
            maxLength={LIMITS.prizeName.max}
            onChange={(event) => setPrize(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function SkipDialog({
  raffle,
  draw,
  onClose,
}: {
  raffle: HostRaffle;
  draw: PlannedDraw;
  onClose: () => void;
}) {
  const setPrizes = useSetPrizes(raffle.id);
  const [reason, setReason] = useState('');
  const skip = useChange({
    act: () => call<HostPrizes>('POST', `/api/raffles/${raffle.id}/draws/${draw.number}/skip`, { reason }),
    onDone: (list) => {
      void setPrizes(list);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.raffle_draw_skip_title({ draw: drawTitle(draw) })}
      description={m.raffle_draw_skip_text()}
      footer={
        <div className="flex justify-end">
          <Button
            variant="danger"
            type="submit"
            form="skip-draw"
            disabled={reason.trim() === ''}
            pending={skip.isPending}
          >
            {m.raffle_draw_skip()}
          </Button>
        </div>
      }
    >
      <form
        id="skip-draw"
        onSubmit={(event) => {
          event.preventDefault();
          skip.mutate();
        }}
      >
        <Field label={m.raffle_draw_skip_reason()}>
          <TextInput
            value={reason}
            maxLength={LIMITS.skipReason.max}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
