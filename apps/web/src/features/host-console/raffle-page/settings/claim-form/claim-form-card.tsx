/** What winners are asked for when they claim a prize (R74): as it is, with a way to change it until the next draw starts. */
import { useState } from 'react';
import type { HostClaimForm, HostRaffle } from '@glassdrum/contract';
import type { ClaimField } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../../api/call.ts';
import { m } from '../../../../../messages/generated/messages.js';
import { Button } from '../../../../../ui/button.tsx';
import { Card } from '../../../../../ui/card.tsx';
import { hostCan } from '../../../host-actions.ts';
import { Loading } from '../../../loading.tsx';
import { useRefetch } from '../../use-refetch.ts';
import { ClaimFormDialog } from './claim-form-dialog.tsx';
import { claimFormPath, KIND_NAMES } from './kind-names.ts';
import { readTyped, typedOf } from './typed-form.ts';

export function ClaimFormCard({ raffle }: { raffle: HostRaffle }) {
  const path = claimFormPath(raffle.id);
  const form = useQuery({
    queryKey: [path],
    queryFn: () => call<HostClaimForm>('GET', path),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, form);
  const [isEditing, setEditing] = useState(false);
  const { data, isError, refetch } = form;
  const canChange = hostCan(raffle, 'change_claim_form');
  const isUnsaved = data !== undefined && canChange && readTyped(raffle.id, typedOf(data.fields)) !== null;
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-xl">{m.claim_form_title()}</h3>
        <p className="mt-1 text-ink-soft">{canChange ? m.claim_form_text() : m.claim_form_text_fixed()}</p>
      </div>
      {data === undefined ? (
        <Loading className="h-24" failed={isError} onRetry={() => void refetch()} />
      ) : (
        <>
          <FieldList fields={data.fields} />
          {data.other_forms.map(({ draw_id: drawId, draw, fields }) => (
            <section key={drawId} className="grid gap-2 border-t border-line pt-4">
              <h4 className="font-text text-base font-semibold tracking-normal">
                {m.claim_form_of_draw({
                  draw: draw.name ?? m.claim_form_draw_number({ number: draw.number }),
                })}
              </h4>
              <FieldList fields={fields} />
            </section>
          ))}
          {canChange && (
            <div className="flex flex-wrap items-center gap-3 max-sm:*:grow">
              <Button variant="quiet" onClick={() => setEditing(true)}>
                {data.fields.length === 0 && !isUnsaved ? m.claim_form_add_form() : m.claim_form_change()}
              </Button>
              {isUnsaved && <p className="font-semibold">{m.claim_form_unsaved()}</p>}
            </div>
          )}
          {isEditing && (
            <ClaimFormDialog raffleId={raffle.id} form={data} onClose={() => setEditing(false)} />
          )}
        </>
      )}
    </Card>
  );
}

function FieldList({ fields }: { fields: readonly ClaimField[] }) {
  if (fields.length === 0) return <p className="font-semibold">{m.claim_form_none()}</p>;
  return (
    <ol className="grid gap-3">
      {fields.map(({ id, kind, label, required, hint, choices }) => (
        <li key={id} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <span className="text-ink-soft">
            {KIND_NAMES[kind]()}
            {!required && `, ${m.claim_form_is_optional()}`}
          </span>
          <span className="min-w-0 font-semibold wrap-anywhere">
            {label}
            {hint !== '' && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
            {choices.length > 0 && (
              <span className="block text-sm font-normal text-ink-soft">{choices.join(' · ')}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
