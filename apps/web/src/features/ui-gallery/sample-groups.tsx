/** The gallery's groups that need no more than their pieces. */
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConnectionBadge } from '../../live/connection-badge.tsx';
import { Field, PasswordInput, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { OfflineNotice } from '../../api/offline-bar.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { Slider } from '../../ui/slider.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TEXTS } from './samples.ts';

const TONES: readonly BadgeTone[] = ['neutral', 'brand', 'good', 'warn', 'info', 'danger'];

export function BadgeSamples() {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {(['draft', 'open', 'closed', 'drawn'] as const).map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <ConnectionBadge connected />
        <ConnectionBadge connected={false} />
      </div>
      <OfflineNotice state="offline" />
      <OfflineNotice state="silent" />
    </div>
  );
}

export function FieldSamples() {
  return (
    <div className="grid gap-4">
      <Field label={TEXTS.label} hint={TEXTS.hint}>
        <TextInput placeholder="Ada" />
      </Field>
      <Field label={TEXTS.label} hint={TEXTS.hint} error={TEXTS.error}>
        <TextInput defaultValue="Ada" />
      </Field>
      <Field label={TEXTS.disabled}>
        <TextInput defaultValue="Ada" disabled />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="a long passphrase" autoComplete="off" />
      </Field>
      <Field label="Select">
        <Select defaultValue="classic">
          <option value="classic">Classic</option>
          <option value="neon">Neon</option>
        </Select>
      </Field>
      <Field label="Text">
        <TextArea defaultValue={TEXTS.long} />
      </Field>
    </div>
  );
}

export function ChoiceSamples() {
  const [on, setOn] = useState(true);
  const [days, setDays] = useState(30);
  return (
    <div className="grid gap-5">
      <Switch label={TEXTS.label} hint={TEXTS.hint} checked={on} onCheckedChange={setOn} />
      <Switch label={TEXTS.disabled} checked={false} disabled onCheckedChange={() => undefined} />
      <Slider
        label={TEXTS.retention}
        hint={TEXTS.hint}
        value={days}
        min={1}
        max={30}
        valueText={(value) => `${value} d`}
        onValueChange={setDays}
      />
      <Slider
        label={TEXTS.disabled}
        value={7}
        min={1}
        max={30}
        disabled
        valueText={(value) => `${value} d`}
        onValueChange={() => undefined}
      />
      <Tabs
        label={TEXTS.choices}
        tabs={[
          { value: 'one', label: TEXTS.fields, content: <p>{TEXTS.long}</p> },
          { value: 'two', label: TEXTS.buttons, content: <p>{TEXTS.hint}</p> },
        ]}
      />
    </div>
  );
}

export function LoadingSamples() {
  return (
    <div className="grid gap-5">
      <ProgressBar label={TEXTS.saving} percent={0} />
      <ProgressBar label={TEXTS.saving} percent={42} tone="brand" />
      <ProgressBar label={TEXTS.saving} percent={100} />
      <div className="grid grid-cols-[auto_1fr] items-center gap-4">
        <Skeleton className="size-16 rounded-full" />
        <SkeletonText lines={3} />
      </div>
    </div>
  );
}

const COLOURS = [
  'bg-paper',
  'bg-card',
  'bg-sunken',
  'bg-ink',
  'bg-ink-soft',
  'bg-line',
  'bg-line-strong',
  'bg-brand',
  'bg-brand-strong',
  'bg-brand-soft',
  'bg-good',
  'bg-good-soft',
  'bg-warn',
  'bg-warn-soft',
  'bg-info',
  'bg-info-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-ticket',
  'bg-glass',
];

export function TokenSamples() {
  return (
    <div className="grid gap-5">
      <ul className="grid grid-cols-4 gap-3 sm:grid-cols-5">
        {COLOURS.map((colour) => (
          <li key={colour} className="text-xs text-ink-soft">
            <span className={classNames('mb-1 block h-12 rounded-lg border border-line', colour)} />
            {colour.slice(3)}
          </li>
        ))}
      </ul>
      <div>
        <p className="font-display text-5xl font-extrabold tracking-tight tabular-nums">0123456789</p>
        <p className="font-display text-2xl font-bold">{TEXTS.title}</p>
        <p className="text-xl">{TEXTS.long}</p>
        <p>{TEXTS.long}</p>
        <p className="text-sm text-ink-soft">{TEXTS.long}</p>
      </div>
    </div>
  );
}
