/** H11: how people join by the public link: the host's checks, the code in the hall, and the limit of one network. */
import { type HallCodeAnswer, type HostRaffle, joiningBody, type JoiningBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { useSendsMail } from '../../../api/installation.ts';
import { hostCan } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/countdown.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { wholeNumberField } from '../form/typed-field.ts';

export function JoiningChecks({ raffle }: { raffle: HostRaffle }) {
  const { join_checks: checks } = raffle;
  const sendsMail = useSendsMail() ?? false;
  const change = useChange({
    act: (body: JoiningBody) => call('PATCH', `/api/raffles/${raffle.id}/joining`, body),
  });
  const switches = [
    { name: 'approval', label: m.console_check_approval(), hint: m.console_check_approval_hint() },
    ...(sendsMail || checks.confirm_email
      ? [
          {
            name: 'confirm_email',
            label: m.console_check_email(),
            hint: m.console_check_email_hint(),
          } as const,
        ]
      : []),
    { name: 'one_per_device', label: m.console_check_device(), hint: m.console_check_device_hint() },
    { name: 'hall_code', label: m.console_check_hall(), hint: m.console_check_hall_hint() },
  ] as const;
  return (
    <section aria-labelledby="joining-checks" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 id="joining-checks" className="text-lg">
          {m.console_checks_title()}
        </h3>
        <p className="mt-1 text-ink-soft">{m.console_checks_text()}</p>
      </div>
      {switches.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={change.isPending ? (change.variables[name] ?? checks[name]) : checks[name]}
          disabled={change.isPending}
          onCheckedChange={(isOn) => change.mutate({ [name]: isOn })}
        />
      ))}
      {checks.hall_code && hostCan(raffle, 'see_hall_code') && <HallCode raffle={raffle} />}
      <NetworkLimit key={JSON.stringify(raffle.join_limit)} raffle={raffle} />
    </section>
  );
}

/** The code of now, with the time of the next one. */
function HallCode({ raffle }: { raffle: HostRaffle }) {
  const path = `/api/raffles/${raffle.id}/hall-code`;
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [path],
    queryFn: () => call<HallCodeAnswer>('GET', path),
    refetchInterval: ({ state }) => untilNext(state.data),
  });
  const renew = useChange({
    act: () => call<HallCodeAnswer>('POST', path),
    onDone: (answer) => queries.setQueryData([path], answer),
  });
  if (data === undefined || data.code === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border-2 border-dashed border-line bg-sunken px-4 py-3">
      <div>
        <p className="text-sm text-ink-soft">{m.console_hall_code_now()}</p>
        <p className="font-mono text-3xl font-bold tracking-[0.12em]">{spaced(data.code)}</p>
        {data.changes_at !== null && (
          <p className="text-sm text-ink-soft tabular-nums">
            <Countdown to={data.changes_at} text={m.console_hall_code_changes} />
          </p>
        )}
      </div>
      <Button variant="quiet" pending={renew.isPending} onClick={() => renew.mutate()}>
        {m.console_hall_code_renew()}
      </Button>
    </div>
  );
}

/** A clock that is a little off must not ask without a pause. */
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

function untilNext(answer: HallCodeAnswer | undefined): number {
  const next = (answer?.changes_at ?? Infinity) - Date.now();
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, next + 200));
}

function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

const limits = joiningBody.shape.join_limit.unwrap().unwrap().shape;

/** Two whole numbers, or nothing in both fields. */
const limitForm = z
  .object({
    burst: wholeNumberField(limits.burst.nullable(), LIMITS.joinLimit, null),
    per_minute: wholeNumberField(limits.per_minute.nullable(), LIMITS.joinLimit, null),
  })
  .transform(({ burst, per_minute }, context): JoiningBody => {
    if (burst === null && per_minute === null) return { join_limit: null };
    if (burst !== null && per_minute !== null) return { join_limit: { burst, per_minute } };
    context.addIssue({ code: 'custom', path: ['burst'], message: m.console_limit_wrong() });
    return z.NEVER;
  });

function NetworkLimit({ raffle }: { raffle: HostRaffle }) {
  const form = useForm<z.input<typeof limitForm>, unknown, JoiningBody>({
    resolver: zodResolver(limitForm),
    defaultValues: {
      burst: String(raffle.join_limit?.burst ?? ''),
      per_minute: String(raffle.join_limit?.per_minute ?? ''),
    },
  });
  const { errors } = form.formState;
  const change = useChange({
    act: (body: JoiningBody) => call('PATCH', `/api/raffles/${raffle.id}/joining`, body),
    onDone: () => toast({ title: m.console_limit_saved(), tone: 'good' }),
  });
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{m.console_limit_title()}</summary>
      <p className="mb-3 text-sm text-ink-soft">{m.console_limit_text()}</p>
      <form noValidate onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label={m.console_limit_burst()} error={errors.burst?.message}>
            <TextInput inputMode="numeric" {...form.register('burst')} />
          </Field>
          <Field label={m.console_limit_per_minute()} error={errors.per_minute?.message}>
            <TextInput inputMode="numeric" {...form.register('per_minute')} />
          </Field>
        </div>
        <Button type="submit" variant="quiet" className="mt-3" pending={change.isPending}>
          {m.console_limit_save()}
        </Button>
      </form>
    </details>
  );
}
