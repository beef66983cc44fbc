/** The notice between two draws (R72): the host types when the evening goes on, words, or both; or takes it down. */
import { type FormEvent, useState } from 'react';
import type { HostRaffle, PauseAnswer, PauseBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { pauseSentence } from '../../../participation/raffle/pause-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useChange } from '../console-data.ts';
import { timeToday } from './time-today.ts';

export function PauseForm({ raffle }: { raffle: HostRaffle }) {
  const [time, setTime] = useState('');
  const [text, setText] = useState('');
  const change = useChange({
    act: (pause: PauseBody['pause']) =>
      call<PauseAnswer>('PUT', `/api/raffles/${raffle.id}/pause`, { pause }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ until: timeToday(time, Date.now()), text: text.trim() === '' ? null : text });
  };
  return (
    <Card>
      <h2 className="text-xl">{m.raffle_pause()}</h2>
      {raffle.pause !== null ? (
        <div className="mt-3 grid gap-3">
          <p
            role="status"
            className="rounded-xl bg-info-soft px-4 py-3 font-semibold wrap-anywhere text-info"
          >
            {pauseSentence(raffle.pause)}
          </p>
          <Button variant="quiet" pending={change.isPending} onClick={() => change.mutate(null)}>
            {m.raffle_pause_end()}
          </Button>
        </div>
      ) : (
        <form className="mt-3 grid gap-3" onSubmit={submit}>
          <Field label={m.raffle_pause_time()}>
            <TextInput type="time" value={time} onChange={(event) => setTime(event.target.value)} />
          </Field>
          <Field label={m.raffle_pause_text()}>
            <TextInput
              value={text}
              maxLength={LIMITS.pauseText.max}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="quiet"
            disabled={time === '' && text.trim() === ''}
            pending={change.isPending}
          >
            {m.raffle_pause_show()}
          </Button>
        </form>
      )}
    </Card>
  );
}
