/** The desk checks people in (R71): by ticket, personal link, code or numbers; what it did without network waits on the phone. */
import { useSyncExternalStore } from 'react';
import type { CheckInsAnswer, CheckInsBody, DeskInfo } from '@glassdrum/contract';
import { randomKey } from '../../api/random-key.ts';
import { m } from '../../messages/generated/messages.js';
import { checkInSentences } from '../../participation/presence/check-in-results.ts';
import { presentText } from '../../participation/presence/check-in-texts.ts';
import { DeskForm } from './desk-form.tsx';
import { DeskList } from './desk-list.tsx';
import { createDeskQueue, type DeskQueue, type QueueParts } from './desk-queue.ts';
import type { DeskTaskProps } from './desk-sales.tsx';
import { LinkGone } from './link-gone.tsx';
import { entryTokenIn, type Named } from '../../api/ticket-address.ts';
import { useDeskQueue } from './use-desk-queue.ts';

const ACTIONS = ['check_in', 'take_back'] as const;

type CheckInParts = Omit<QueueParts<CheckInsBody, CheckInsAnswer>, 'actions'>;

function createCheckInQueue(parts: CheckInParts): DeskQueue<CheckInsBody, CheckInsAnswer> {
  return createDeskQueue({ ...parts, actions: ACTIONS });
}

interface DeskCheckInsProps extends DeskTaskProps {
  checkIn: NonNullable<DeskInfo['check_in']>;
}

export function DeskCheckIns({ info, infoAt, isGone, checkIn, path }: DeskCheckInsProps) {
  const queue = useDeskQueue({
    create: createCheckInQueue,
    storedAs: `desk-check-ins:${info.raffle.id}`,
    path,
  });
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const newest = state.finished.find((one) => 'answer' in one);
  const isNewer = newest !== undefined && newest.at >= infoAt;
  const counts = isNewer && 'answer' in newest ? newest.answer : checkIn;
  const isLinkGone = isGone || state.isLinkGone;
  const add = (action: CheckInsBody['action']) => (named: Named, shown: string) =>
    queue.add({ body: { client_id: randomKey(), action, draw: checkIn.draw, ...named }, shown });
  return (
    <>
      <div>
        <p className="text-lg font-semibold tabular-nums">{presentText(counts)}</p>
        <p className="text-ink-soft wrap-anywhere">
          {m.desk_check_in_draw({ draw: checkIn.name ?? m.next_draw_number({ number: checkIn.draw }) })}
        </p>
      </div>
      {isLinkGone && <LinkGone waiting={state.waiting.length} />}
      {!isLinkGone && checkIn.opened_at === null && <p role="status">{m.desk_check_in_not_open()}</p>}
      {!isLinkGone && checkIn.opened_at !== null && (
        <DeskForm
          label={m.desk_check_in_typed()}
          hint={m.desk_check_in_typed_hint()}
          doText={m.desk_check_in()}
          undo={{ text: m.desk_check_in_undo(), onUndo: add('take_back') }}
          scanText={m.desk_check_in_scan_text()}
          tokenIn={entryTokenIn}
          onDo={add('check_in')}
        />
      )}
      <DeskList
        state={state}
        title={m.desk_check_in_list()}
        empty={m.desk_check_in_list_empty()}
        waitingText={m.desk_check_in_waiting}
        actionText={({ action }) => (action === 'check_in' ? m.desk_check_in() : m.desk_check_in_undo())}
        sentencesOf={checkInSentences}
        onSend={() => void queue.flush()}
      />
    </>
  );
}
