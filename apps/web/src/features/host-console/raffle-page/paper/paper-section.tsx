/** Paper tickets for the host (R67): runs to add and print, how many are sold, and the link of the desk. */
import { type FormEvent, useState } from 'react';
import type { HostRaffle, PaperAnswer, PaperRun } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Ticket } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { createCallKeys } from '../../../../api/call-key.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { useChange } from '../../console-data.ts';
import { DownloadLink } from '../../download-link.tsx';
import { NothingYet } from '../../empty-list.tsx';
import { hostCan, hostMay } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { DeskLink } from '../../share/desk-link.tsx';
import { useRefetch } from '../use-refetch.ts';
import { SellForm } from './sell-form.tsx';

const paperPath = (raffleId: string): string => `/api/raffles/${raffleId}/paper`;

export function PaperSection({ raffle }: { raffle: HostRaffle }) {
  const path = paperPath(raffle.id);
  const paper = useQuery({
    queryKey: [path],
    queryFn: () => call<PaperAnswer>('GET', path),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, paper);
  return (
    <section aria-labelledby="paper" className="grid grid-cols-1 gap-5">
      <h2 id="paper" className="text-2xl">
        {m.paper_title()}
      </h2>
      <p className="text-ink-soft">{m.paper_text()}</p>
      {paper.data === undefined ? (
        <Loading className="h-96" failed={paper.isError} onRetry={() => void paper.refetch()} />
      ) : (
        <>
          {paper.data.printed > 0 && <Counts paper={paper.data} />}
          <WithoutFont {...paper.data.without_font} />
          {paper.data.printed > 0 && hostCan(raffle, 'sell_paper_tickets') && (
            <SellForm raffle={raffle} onSold={() => void paper.refetch()} />
          )}
          <Runs raffle={raffle} runs={paper.data.runs} />
          {hostMay(raffle, 'add_paper_tickets') && <Adding raffle={raffle} />}
        </>
      )}
      {hostMay(raffle, 'share_desk_link') && <DeskLink raffle={raffle} text={m.paper_desk_text()} />}
    </section>
  );
}

function Adding({ raffle }: { raffle: HostRaffle }) {
  if (hostCan(raffle, 'add_paper_tickets')) return <AddRun raffle={raffle} />;
  return <p className="text-ink-soft">{m.paper_not_open()}</p>;
}

function Counts({ paper: { printed, sold, kept } }: { paper: PaperAnswer }) {
  const counts = [
    { label: m.paper_printed(), count: printed },
    { label: m.paper_sold(), count: sold },
    { label: m.paper_kept(), count: kept },
  ];
  return (
    <Card className="p-0 sm:p-0">
      <dl className="grid grid-cols-3 divide-x-2 divide-dashed divide-line">
        {counts.map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1 px-4 py-4 sm:px-5">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-display text-3xl leading-none font-extrabold tracking-tight tabular-nums">
              {count.toLocaleString()}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Enough to see which script it is. */
const CHARACTERS_SHOWN = 12;

/** What tickets say in place of a title or prize that can't be printed. */
function WithoutFont({ title, prizes }: PaperAnswer['without_font']) {
  const shown = (characters: readonly string[]): string => characters.slice(0, CHARACTERS_SHOWN).join(' ');
  if (title.length === 0 && prizes.length === 0) return null;
  return (
    <div role="status" className="grid gap-1 rounded-2xl bg-warn-soft px-4 py-3 text-warn">
      {title.length > 0 && <p>{m.paper_title_without_font({ characters: shown(title) })}</p>}
      {prizes.length > 0 && <p>{m.paper_prizes_without_font({ characters: shown(prizes) })}</p>}
    </div>
  );
}

function Runs({ raffle, runs }: { raffle: HostRaffle; runs: readonly PaperRun[] }) {
  const canPrint = hostMay(raffle, 'print_paper_tickets');
  if (runs.length === 0) {
    return <NothingYet Sign={Ticket} title={m.paper_none()} text={m.paper_none_text()} />;
  }
  return (
    <Card>
      <h3 className="text-lg">{m.paper_runs()}</h3>
      {canPrint && <p className="mt-1 text-sm text-ink-soft">{m.paper_print_text()}</p>}
      <ul className="mt-2 grid divide-y divide-line">
        {runs.map((run) => (
          <li key={run.number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="tabular-nums">
              <p className="font-semibold">{m.paper_run({ first: run.first, last: run.last })}</p>
              <p className="text-sm text-ink-soft">
                {m.paper_run_sold({ sold: run.sold, all: run.last - run.first + 1 })}
              </p>
            </div>
            {canPrint && (
              <div className="flex flex-wrap gap-2">
                <Pdf raffle={raffle} run={run} paper="a4" label={m.paper_pdf_a4()} />
                <Pdf raffle={raffle} run={run} paper="letter" label={m.paper_pdf_letter()} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PdfProps {
  raffle: HostRaffle;
  run: PaperRun;
  paper: 'a4' | 'letter';
  label: string;
}

function Pdf({ raffle, run: { number, first, last }, paper, label }: PdfProps) {
  return (
    <DownloadLink
      href={`${paperPath(raffle.id)}/pdf?run=${number}&paper=${paper}`}
      label={label}
      name={m.paper_pdf_name({ file: label, first, last })}
    />
  );
}

function AddRun({ raffle }: { raffle: HostRaffle }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('100');
  const [error, setError] = useState('');
  const [keys] = useState(createCallKeys);
  const path = paperPath(raffle.id);
  const add = useChange({
    act: (size: number) =>
      call<PaperAnswer>('POST', `${path}/runs`, { size }, { 'idempotency-key': keys.keyOf(String(size)) }),
    onDone: (answer: PaperAnswer) => {
      keys.answered();
      queryClient.setQueryData([path], answer);
      const run = answer.runs.at(-1);
      if (run !== undefined)
        toast({ title: m.paper_added({ first: run.first, last: run.last }), tone: 'good' });
    },
    onRefused: (refusal) => {
      setError(refusal.message);
      return true;
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setError('');
    const size = Number(typed.trim());
    const { min, max } = LIMITS.paperRun;
    if (!Number.isInteger(size) || size < min || size > max) setError(m.paper_add_hint());
    else add.mutate(size);
  };
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-4">
        <Field
          label={m.paper_add_count()}
          hint={error === '' ? m.paper_add_hint() : undefined}
          error={error}
          className="min-w-0 flex-1 basis-64"
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="max-w-32"
          />
        </Field>
        <Button type="submit" pending={add.isPending} className="max-sm:w-full sm:mt-7.5">
          <Plus aria-hidden className="size-5" />
          {m.paper_add()}
        </Button>
      </form>
    </Card>
  );
}
