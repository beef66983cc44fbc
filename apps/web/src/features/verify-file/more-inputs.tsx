/** What makes a check stronger: proofs of the raffle's earlier draws, and keys of witnesses that the visitor trusts (R86). */
import { FilePlus2, X } from 'lucide-react';
import { useId } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { Field, TextArea } from '../../ui/field.tsx';

/** `<name>+<key hash>+<base64>`, as C2SP has it; whether it is a key the check finds out. */
const KEY = /^[!-*,-~]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}={0,2}$/;

/** The lines that are not empty. */
export function keyLines(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

interface MoreInputsProps {
  earlier: readonly File[];
  witnessKeys: string;
  /** What happens without any; differs where no installation names its own. */
  keysHint?: string;
  /** There is a proof to check with them. */
  canCheck: boolean;
  onEarlier: (files: readonly File[]) => void;
  onWitnessKeys: (typed: string) => void;
  onCheck: () => void;
}

export function MoreInputs(props: MoreInputsProps) {
  const { earlier, witnessKeys, canCheck, onEarlier, onWitnessKeys, onCheck } = props;
  const id = useId();
  const bad = keyLines(witnessKeys).findIndex((line) => !KEY.test(line));
  return (
    <details className="group rounded-2xl border border-line bg-card px-4 sm:px-5">
      <summary className="flex min-h-13 flex-wrap items-center gap-x-3 py-2">
        <span className="font-semibold underline underline-offset-4">{m.verify_more()}</span>
        <span className="text-sm text-ink-soft">{m.verify_more_hint()}</span>
      </summary>
      <div className="grid gap-6 pt-2 pb-5">
        <div className="grid gap-2">
          <p id={`${id}-earlier`} className="font-semibold">
            {m.verify_earlier()}
          </p>
          <p className="text-sm text-ink-soft">{m.verify_earlier_hint()}</p>
          <div className="flex flex-wrap items-center gap-3">
            <label
              className={buttonLook('quiet', 'relative focus-within:outline-3 focus-within:outline-brand')}
            >
              <FilePlus2 aria-hidden className="size-5" />
              {m.verify_choose()}
              <input
                type="file"
                multiple
                accept=".json,application/json"
                aria-labelledby={`${id}-earlier`}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                onChange={({ target }) => {
                  const files = [...(target.files ?? [])];
                  if (files.length > 0) onEarlier([...earlier, ...files]);
                  target.value = '';
                }}
              />
            </label>
            {earlier.length > 0 && (
              <>
                <span role="status" className="font-semibold">
                  {earlier.length === 1
                    ? m.verify_earlier_one()
                    : m.verify_earlier_count({ count: earlier.length })}
                </span>
                <Button variant="plain" onClick={() => onEarlier([])}>
                  <X aria-hidden className="size-5" />
                  {m.verify_earlier_remove()}
                </Button>
              </>
            )}
          </div>
        </div>
        <Field
          label={m.verify_witness_keys()}
          hint={props.keysHint ?? m.verify_witness_keys_hint()}
          error={bad === -1 ? undefined : m.verify_witness_keys_bad({ line: bad + 1 })}
        >
          <TextArea
            rows={2}
            value={witnessKeys}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-sm"
            onChange={({ target }) => onWitnessKeys(target.value)}
          />
        </Field>
        <Button
          variant="quiet"
          className="justify-self-start"
          disabled={!canCheck || bad !== -1}
          onClick={onCheck}
        >
          {m.verify_check_again()}
        </Button>
      </div>
    </details>
  );
}
