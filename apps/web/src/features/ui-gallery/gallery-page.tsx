/** All pieces of the design system in all states, in both themes by the toggle at the top. In development only. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Info } from 'lucide-react';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EntryTicket } from '../../ui/entry-ticket.tsx';
import { Page } from '../../ui/page.tsx';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { toast } from '../../ui/toast.tsx';
import { RowList } from '../../ui/virtual-list.tsx';
import { WinnerTicket } from '../../ui/winner-ticket.tsx';
import { BadgeSamples, ChoiceSamples, FieldSamples, LoadingSamples, TokenSamples } from './sample-groups.tsx';
import { MOMENT, PEOPLE, TEXTS } from './samples.ts';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'ink', 'quiet', 'danger', 'plain'];

export function GalleryPage() {
  return (
    <Page title={TEXTS.title} width="wide">
      <h1 className="text-4xl">{TEXTS.title}</h1>
      <p className="mt-2 text-ink-soft">{TEXTS.intro}</p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <Group title={TEXTS.buttons}>
          <ButtonSamples />
        </Group>
        <Group title={TEXTS.badges}>
          <BadgeSamples />
        </Group>
        <Group title={TEXTS.fields}>
          <FieldSamples />
        </Group>
        <Group title={TEXTS.choices}>
          <ChoiceSamples />
        </Group>
        <Group title={TEXTS.overlays}>
          <OverlaySamples />
        </Group>
        <Group title={TEXTS.loading}>
          <LoadingSamples />
        </Group>
        <Group title={TEXTS.tickets}>
          <div className="grid gap-6 sm:grid-cols-2">
            <EntryTicket number={7} name="Ada" />
            <EntryTicket number={104_233} name={TEXTS.long} />
            <WinnerTicket number={31} name="Freya" />
            <WinnerTicket number={2048} name={TEXTS.long} />
            <PrizeImage url={null} prize={3} className="size-24" />
          </div>
        </Group>
        <Group title={TEXTS.table}>
          <RowList
            label={TEXTS.table}
            rows={PEOPLE}
            rowKey={({ number }) => number}
            renderRow={({ number, name }) => `${number} ${name}`}
          />
        </Group>
        <Group title={TEXTS.colours}>
          <TokenSamples />
        </Group>
        <Group title={TEXTS.time}>
          <DateTime at={MOMENT} className="font-display text-2xl font-bold" />
        </Group>
      </div>
    </Page>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 text-2xl">{title}</h2>
      {children}
    </Card>
  );
}

function ButtonSamples() {
  return (
    <div className="grid gap-3">
      {VARIANTS.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} pending pendingLabel={TEXTS.saving}>
            {TEXTS.save}
          </Button>
          <Button variant={variant} disabled>
            {TEXTS.disabled}
          </Button>
        </div>
      ))}
      <CopyButton text={TEXTS.title} label={TEXTS.save} className="justify-self-start" />
    </div>
  );
}

function OverlaySamples() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'phrase' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="quiet" onClick={() => setOpen('alert')}>
        Alert
      </Button>
      <Button variant="quiet" onClick={() => setOpen('phrase')}>
        {TEXTS.phrase}
      </Button>
      {(['plain', 'good', 'danger'] as const).map((tone) => (
        <Button
          key={tone}
          variant="quiet"
          onClick={() => toast({ title: TEXTS.save, description: TEXTS.hint, tone })}
        >
          {tone}
        </Button>
      ))}
      <Button variant="quiet" aria-label={TEXTS.tooltip}>
        <Info aria-hidden className="size-5" />
      </Button>
      <Button variant="quiet" aria-label={TEXTS.long}>
        <Info aria-hidden className="size-5" />
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title={TEXTS.title}
        description={TEXTS.intro}
        footer={<Button onClick={close}>{TEXTS.save}</Button>}
      >
        <FieldSamples />
      </Dialog>
      <AlertDialog
        open={open === 'alert' || open === 'phrase'}
        onOpenChange={close}
        title={TEXTS.question}
        description={TEXTS.warning}
        confirmLabel={TEXTS.save}
        tone="danger"
        onConfirm={close}
        {...(open === 'phrase' ? { phrase: TEXTS.phrase } : {})}
      />
    </div>
  );
}
