/**
 * A real draw on the landing page: names go in, one comes out, and the visitor sees the proof hold and a cheat fail.
 * Everything heavy is fetched when the visitor first touches it.
 */
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea, TextInput } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { WinnerTicket } from '../../../ui/winner-ticket.tsx';
import { Drum } from '../drum.tsx';
import type { FrozenTrial } from './trial-draw.ts';
import { bringIntoView } from './bring-into-view.ts';
import { MOST_NAMES, readTrialNames } from './trial-names.ts';
import { prepareTrial, type TrialState, useTrial } from './use-trial.ts';

const TrialProof = lazy(async () => {
  const { TrialProof: proof } = await import('./trial-proof.tsx');
  return { default: proof };
});

/** A code is read aloud from its first eight digits. */
const CODE_DIGITS = 8;
const WORDS_MAX = 200;

export function Trial() {
  const { state, freeze, draw, show, reset } = useTrial();
  const [typed, setTyped] = useState<string>(() => m.landing_trial_example());
  const [withWords, setWithWords] = useState(false);
  const [refused, setRefused] = useState(false);
  const heading = useId();
  const drawButton = useRef<HTMLButtonElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isTurning = state.phase === 'turning';
  useEffect(() => {
    // On a phone the button may be a screen below the drum.
    if (isTurning && stage.current !== null) bringIntoView(stage.current);
    // The form with the words is gone: the focus goes where the next step is.
    if (isTurning && document.activeElement === document.body) {
      drawButton.current?.focus({ preventScroll: true });
    }
  }, [isTurning]);
  const { names, problem } = readTrialNames(typed);
  const drawn = state.phase === 'turning' || state.phase === 'shown' ? state.drawn : null;
  const busy = state.phase === 'loading' || state.phase === 'turning';

  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setRefused(problem !== null);
    if (problem === null) void freeze(names, withWords);
  };
  const change = useCallback(
    (apply: () => void) => {
      apply();
      setRefused(false);
      reset();
    },
    [reset],
  );

  return (
    <>
      <div
        ref={stage}
        className="relative mx-auto w-full max-w-84 scroll-mt-4 sm:max-w-md lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-w-[33rem]"
      >
        <Drum
          names={drawn?.frozen.names ?? names}
          turn={drawn?.turn ?? null}
          onShown={show}
          className="w-full"
        />
        {state.phase === 'shown' && (
          <div className="absolute inset-0 grid animate-appear place-items-center px-4 pb-[16%]">
            <div className="w-full max-w-68 sm:max-w-80">
              <WinnerTicket name={state.drawn.winner.name} number={state.drawn.winner.number} />
            </div>
          </div>
        )}
      </div>
      <section
        aria-labelledby={heading}
        className="mx-auto w-full max-w-xl rounded-2xl border border-line bg-card p-4 shadow-card sm:p-5 lg:mx-0 lg:self-start"
      >
        <h2 id={heading} className="text-xl">
          {m.landing_trial_title()}
        </h2>
        {state.phase === 'frozen' ? (
          <WordsForm
            frozen={state.frozen}
            onDraw={(words) => void draw(state.frozen, words)}
            onBack={reset}
          />
        ) : (
          <form onSubmit={start} noValidate className="mt-3 grid gap-3">
            <Field
              label={m.landing_trial_names()}
              hint={m.landing_trial_names_hint({ most: MOST_NAMES })}
              error={refused ? problemText(problem) : undefined}
            >
              <TextArea
                rows={1}
                value={typed}
                spellCheck={false}
                onFocus={prepareTrial}
                autoComplete="off"
                className="max-h-40 min-h-18!"
                onChange={(event) => change(() => setTyped(event.target.value))}
              />
            </Field>
            <Switch
              label={m.landing_trial_words_switch()}
              hint={m.landing_trial_words_switch_hint()}
              checked={withWords}
              onCheckedChange={(checked) => change(() => setWithWords(checked))}
            />
            <Button
              ref={drawButton}
              onFocus={prepareTrial}
              onPointerEnter={prepareTrial}
              type="submit"
              variant="ink"
              pending={busy}
              pendingLabel={m.landing_trial_drawing()}
            >
              {buttonText(state.phase, withWords)}
            </Button>
          </form>
        )}
        <p role="status" className="sr-only">
          {state.phase === 'shown' &&
            m.landing_trial_winner({
              name: state.drawn.winner.name,
              number: state.drawn.winner.number,
            })}
        </p>
        {state.phase === 'broken' && (
          <p role="alert" className="mt-3 text-sm font-semibold text-danger">
            {m.landing_trial_broken()}
          </p>
        )}
      </section>
      {state.phase === 'shown' && (
        <Suspense fallback={null}>
          <TrialProof key={state.drawn.proof.draw_id} drawn={state.drawn} />
        </Suspense>
      )}
    </>
  );
}

function buttonText(phase: TrialState['phase'], withWords: boolean): string {
  if (withWords) return m.landing_trial_freeze();
  return phase === 'shown' ? m.landing_trial_again() : m.landing_trial_draw();
}

function problemText(problem: ReturnType<typeof readTrialNames>['problem']): string | undefined {
  switch (problem) {
    case null:
      return undefined;
    case 'empty':
      return m.landing_trial_empty();
    case 'too_many':
      return m.landing_trial_too_many({ most: MOST_NAMES });
    case 'too_long':
      return m.landing_trial_too_long();
  }
}

interface WordsFormProps {
  frozen: FrozenTrial;
  onDraw: (words: string) => void;
  onBack: () => void;
}

/** The list and the secret seed are fixed; now come the visitor's words (draw protocol §4, `room`). */
function WordsForm({ frozen, onDraw, onBack }: WordsFormProps) {
  const [words, setWords] = useState('');
  const [refused, setRefused] = useState(false);
  return (
    <form
      noValidate
      className="mt-3 grid animate-appear gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() === '') setRefused(true);
        else onDraw(words.trim());
      }}
    >
      <p role="status" className="text-ink-soft">
        {m.landing_trial_frozen({ count: frozen.names.length })}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 rounded-xl bg-sunken px-3.5 py-2.5 text-sm">
        <dt className="font-semibold">{m.landing_trial_freeze_code()}</dt>
        <dd className="font-mono">{frozen.freezeHash.slice(0, CODE_DIGITS)}</dd>
        <dt className="font-semibold">{m.landing_trial_seed_code()}</dt>
        <dd className="font-mono">{frozen.seedCommit.slice(0, CODE_DIGITS)}</dd>
      </dl>
      <Field
        label={m.landing_trial_words()}
        hint={m.landing_trial_words_hint()}
        error={refused ? m.landing_trial_words_empty() : undefined}
      >
        <TextInput
          value={words}
          maxLength={WORDS_MAX}
          autoFocus
          autoComplete="off"
          onChange={(event) => {
            setRefused(false);
            // A line feed cannot be typed here; what is half of a character counts for nothing.
            setWords(event.target.value.replace(/\p{Surrogate}/gu, ''));
          }}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Button type="submit" variant="ink">
          {m.landing_trial_draw_with_words()}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {m.landing_trial_back()}
        </Button>
      </div>
    </form>
  );
}
