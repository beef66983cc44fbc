/** The host's rules of the chat: who may write, slow mode, blocked words, muted people, reports. */
import type { ChatMode, ChatRules, ChatRulesBody, HostChatRules } from '@glassdrum/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

const SLOW_SECONDS = [0, 5, 10, 30, 60, 300];

interface ModerationProps {
  raffleId: string;
  /** From the room. */
  rules: ChatRules;
  /** Another number after each change of anything shown here. */
  version: number;
}

export function Moderation({ raffleId, rules, version }: ModerationProps) {
  const path = `/api/raffles/${raffleId}/chat`;
  const settings = useQuery({
    queryKey: [`${path}/rules`, version],
    queryFn: () => call<HostChatRules>('GET', `${path}/rules`),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { refetch } = settings;
  const act = (work: Promise<unknown>, done: string): void => {
    work.then(
      () => {
        toast({ title: done, tone: 'good' });
        void refetch();
      },
      (error: unknown) =>
        toast({ title: m.chat_action_failed(), description: sentenceOf(error, ''), tone: 'danger' }),
    );
  };
  const change = (body: ChatRulesBody): void => act(call('PATCH', `${path}/rules`, body), m.chat_saved());
  const [words, setWords] = useState<string | null>(null);
  const { data } = settings;
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
      <Field label={m.chat_mode()}>
        <Select value={rules.mode} onChange={(event) => change({ mode: event.target.value as ChatMode })}>
          <option value="everyone">{m.chat_mode_everyone()}</option>
          <option value="host">{m.chat_mode_host()}</option>
          <option value="off">{m.chat_mode_off()}</option>
        </Select>
      </Field>
      <Field label={m.chat_slow_mode()}>
        <Select
          value={rules.slow_seconds}
          onChange={(event) => change({ slow_seconds: Number(event.target.value) })}
        >
          {[...new Set([...SLOW_SECONDS, rules.slow_seconds])].map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? m.chat_slow_off() : m.chat_slow_seconds({ seconds })}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-2">
        <Field label={m.chat_words()} hint={m.chat_words_hint()}>
          <TextArea
            rows={3}
            value={words ?? data?.words.join('\n') ?? ''}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <Button
          variant="quiet"
          disabled={words === null}
          onClick={() => {
            change({
              words: (words ?? '')
                .split('\n')
                .map((word) => word.trim())
                .filter(Boolean),
            });
            setWords(null);
          }}
        >
          {m.chat_words_save()}
        </Button>
      </div>
      <section>
        <h3>{m.chat_muted_people()}</h3>
        {data?.muted.length === 0 && <p className="text-ink-soft">{m.chat_muted_none()}</p>}
        <ul>
          {data?.muted.map(({ invitee_id: id, display_name: name }) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <span className="wrap-anywhere">{name}</span>
              <Button
                variant="plain"
                onClick={() =>
                  act(
                    call('POST', `${path}/mute`, { invitee_id: id, muted: false }),
                    m.chat_unmuted({ name }),
                  )
                }
              >
                {m.chat_unmute()}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{m.chat_reports()}</h3>
        {data?.reports.length === 0 && <p className="text-ink-soft">{m.chat_reports_none()}</p>}
        <ul className="divide-y divide-line">
          {data?.reports.map((report) => (
            <Report
              key={report.id}
              report={report}
              onDelete={() => act(call('DELETE', `${path}/${report.message_id}`), m.chat_deleted())}
              onKeep={() => act(call('DELETE', `${path}/${report.message_id}/reports`), m.chat_report_kept())}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

type Reported = HostChatRules['reports'][number];

interface ReportProps {
  report: Reported;
  onDelete: () => void;
  onKeep: () => void;
}

/** The line and why it was reported: enough to decide. */
function Report({ report, onDelete, onKeep }: ReportProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li className="flex flex-wrap justify-end gap-x-1 py-1.5">
      <p className="line-clamp-6 w-full wrap-anywhere">{reportedText(report)}</p>
      <p className="w-full text-sm wrap-anywhere text-ink-soft">
        {m.chat_report_because({ reason: report.reason })}
      </p>
      <Button variant="plain" onClick={onKeep}>
        {m.chat_report_keep()}
      </Button>
      {isConfirming ? (
        <Button variant="danger" onClick={onDelete}>
          {m.chat_delete_sure()}
        </Button>
      ) : (
        <Button variant="plain" className="text-danger" onClick={() => setConfirming(true)}>
          {m.chat_delete()}
        </Button>
      )}
    </li>
  );
}

function reportedText({ display_name: name, message }: Reported): string {
  if (message === null) return m.chat_report_of_direct({ name });
  return message === '' ? m.chat_report_of_image({ name }) : m.chat_report_of({ name, words: message });
}
