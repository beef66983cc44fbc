/**
 * The raffle's emails and notifications with what became of each (R51, R52, R60): counted, found by occasion, state and
 * recipient, and sent again where the product offers it. Says whom no email can reach.
 */
import { useDeferredValue, useState } from 'react';
import {
  type HostRaffle,
  messageChannels,
  type MessageCounts,
  messageOccasions,
  messageStates,
} from '@glassdrum/contract';
import { MailQuestion, MailX } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { counted } from '../../counted.ts';
import { NothingFound, NothingYet } from '../../empty-list.tsx';
import { hostCan } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { FilterChoice, FindField } from '../list-filter.tsx';
import { sectionPath } from '../sections.ts';
import {
  ALL_MESSAGES,
  countBy,
  isAllMessages,
  type MessageFilter,
  useMessageCounts,
  useMessages,
} from './messages-data.ts';
import { MessagesList } from './messages-list.tsx';
import { channelName, messageStateText, occasionName } from './messages-texts.ts';

export function MessagesSection({ raffle }: { raffle: HostRaffle }) {
  const counts = useMessageCounts(raffle);
  return (
    <section aria-labelledby="messages" tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <h2 id="messages" className="text-2xl">
        {m.raffle_messages()}
      </h2>
      {counts.data === undefined ? (
        <Loading className="h-96" failed={counts.isError} onRetry={() => void counts.refetch()} />
      ) : (
        <>
          <Reach raffle={raffle} counts={counts.data} />
          {counts.data.counts.length === 0 ? (
            <None raffle={raffle} sendsMail={counts.data.sends_mail} />
          ) : (
            <Messages raffle={raffle} counts={counts.data} onChanged={() => void counts.refetch()} />
          )}
        </>
      )}
    </section>
  );
}

/** Whom emails and notifications can reach. */
function Reach({ raffle, counts }: { raffle: HostRaffle; counts: MessageCounts }) {
  const { sends_mail: sendsMail, without_address: without, people, with_device: devices } = counts;
  if (raffle.cleaned_at !== null) return <p className="text-ink-soft">{m.mails_erased()}</p>;
  return (
    <>
      {!sendsMail && (
        <p role="note" className="flex gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <MailX aria-hidden className="mt-0.5 size-5 shrink-0" />
          {m.mails_no_server()}
        </p>
      )}
      {people > 0 && (
        <p className="text-ink-soft">
          {without === 0
            ? m.mails_all_addresses()
            : m.mails_without_address({
                without: without.toLocaleString(),
                all: counted(m.people_count, people),
              })}{' '}
          {devices === 0 ? m.mails_no_devices() : counted(m.mails_devices, devices)}
        </p>
      )}
    </>
  );
}

function None({ raffle, sendsMail }: { raffle: HostRaffle; sendsMail: boolean }) {
  if (raffle.cleaned_at !== null) return null;
  return (
    <NothingYet Sign={MailQuestion} title={m.mails_none()} text={noneText(raffle, sendsMail)}>
      {hostCan(raffle, 'change_invitees') && (
        <LinkButton href={sectionPath(raffle.id, 'people')} variant="quiet" className="mt-3">
          {m.mails_to_people()}
        </LinkButton>
      )}
    </NothingYet>
  );
}

function noneText({ status }: HostRaffle, sendsMail: boolean): string {
  if (!sendsMail) return m.mails_none_push();
  return status === 'draft' ? m.mails_none_draft() : m.mails_none_text();
}

interface MessagesProps {
  raffle: HostRaffle;
  counts: MessageCounts;
  onChanged: () => void;
}

function Messages({ raffle, counts, onChanged }: MessagesProps) {
  const [filter, setFilter] = useState(ALL_MESSAGES);
  const calmFilter = useDeferredValue(filter);
  const messages = useMessages(raffle.id, calmFilter, counts);
  const rows = messages.data?.pages.flatMap((page) => page.messages);
  const found = messages.data?.pages[0]?.found ?? 0;
  const all = counts.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Totals counts={counts} />
      <Toolbar counts={counts} filter={filter} onFilter={setFilter} />
      <p role="status" className="text-ink-soft tabular-nums">
        {isAllMessages(calmFilter)
          ? counted(m.mails_count, all)
          : m.mails_found({ found: found.toLocaleString(), all: all.toLocaleString() })}
      </p>
      {rows === undefined && (
        <Loading className="h-96" failed={messages.isError} onRetry={() => void messages.refetch()} />
      )}
      {rows?.length === 0 && (
        <NothingFound showAll={m.mails_show_all()} onClear={() => setFilter(ALL_MESSAGES)} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <MessagesList
          raffle={raffle}
          rows={rows}
          total={found}
          onEnd={() => {
            if (messages.hasNextPage && !messages.isFetching) void messages.fetchNextPage();
          }}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

/** How many there are in each state, at a glance. */
function Totals({ counts }: { counts: MessageCounts }) {
  const totals = countBy(counts, 'state', ALL_MESSAGES);
  return (
    <dl className="grid grid-cols-2 rounded-2xl border border-line bg-card shadow-card sm:grid-cols-5 sm:divide-x-2 sm:divide-dashed sm:divide-line">
      {messageStates.map((state) => (
        <div key={state} className="flex flex-col-reverse justify-end gap-1 px-4 py-4 sm:px-5">
          <dt className="text-sm text-ink-soft">{messageStateText(state)}</dt>
          <dd className="font-display text-3xl leading-none font-extrabold tracking-tight tabular-nums">
            {(totals.get(state) ?? 0).toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ToolbarProps {
  counts: MessageCounts;
  filter: MessageFilter;
  onFilter: (filter: MessageFilter) => void;
}

function Toolbar({ counts, filter, onFilter }: ToolbarProps) {
  const channels = countBy(counts, 'channel', filter);
  const occasions = countBy(counts, 'occasion', filter);
  const states = countBy(counts, 'state', filter);
  return (
    <div role="search" aria-label={m.raffle_messages()} className="flex flex-wrap gap-3">
      <FindField
        label={m.console_find_entry()}
        value={filter.words}
        onChange={(words) => onFilter({ ...filter, words })}
      />
      <FilterChoice
        label={m.mails_channel()}
        all={m.mails_all_channels()}
        options={messageChannels.map((value) => ({
          value,
          label: channelName(value),
          count: channels.get(value) ?? 0,
        }))}
        value={filter.channel}
        onChange={(channel) => onFilter({ ...filter, channel })}
      />
      <FilterChoice
        label={m.mails_occasion()}
        all={m.mails_all_occasions()}
        options={messageOccasions.map((value) => ({
          value,
          label: occasionName(value),
          count: occasions.get(value) ?? 0,
        }))}
        value={filter.occasion}
        onChange={(occasion) => onFilter({ ...filter, occasion })}
      />
      <FilterChoice
        label={m.people_column_state()}
        all={m.people_all_states()}
        options={messageStates.map((value) => ({
          value,
          label: messageStateText(value),
          count: states.get(value) ?? 0,
        }))}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
      />
    </div>
  );
}
