/**
 * A real draw on the landing page: names go in, one comes out, and the visitor sees the proof hold and a cheat fail.
 * Everything heavy is fetched when the visitor first touches it.
 */
import { lazy, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Later } from '../../../ui/later.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { WinnerTicket } from '../../../ui/winner-ticket.tsx';
import { Drum } from '../drum.tsx';
import { bringIntoView } from './bring-into-view.ts';
import { MOST_NAMES, readTrialNames } from './trial-names.ts';
import { prepareTrial, type TrialState, useTrial } from './use-trial.ts';

const TrialProof = lazy(async () => {
  const { TrialProof: proof } = await import('./trial-proof.tsx');
  return { default: proof };
});

/** Only for those who want to throw; what they wait for is there before they have frozen the list. */
const DiceForm = lazyWithPreload(async () => (await import('./dice-form.tsx')).DiceForm);

export function Trial() {
  const { state, freeze, draw, show, reset } = useTrial();
  const [typed, setTyped] = useState<string>(() => m.landing_trial_example());
  const [withDice, setWithDice] = useState(false);
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
    if (problem === null) void freeze(names, withDice);
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
          <DiceForm.Component
            frozen={state.frozen}
            onDraw={(dice) => void draw(state.frozen, dice)}
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
              label={m.landing_trial_dice_switch()}
              hint={m.landing_trial_dice_switch_hint()}
              checked={withDice}
              onCheckedChange={(checked) => {
                if (checked) DiceForm.load().catch(() => undefined);
                change(() => setWithDice(checked));
              }}
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
              {buttonText(state.phase, withDice)}
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
        <Later>
          <TrialProof key={state.drawn.proof.draw_id} drawn={state.drawn} />
        </Later>
      )}
    </>
  );
}

function buttonText(phase: TrialState['phase'], withDice: boolean): string {
  if (withDice) return m.landing_trial_freeze();
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
