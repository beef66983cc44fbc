/** The rules of the raffle's chat, as in the chat itself. */
import type { HostChatRules } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { Moderation } from '../../../../chat/moderation.tsx';
import { m } from '../../../../messages/generated/messages.js';
import { Card } from '../../../../ui/card.tsx';
import { Loading } from '../../loading.tsx';

/** The console is not told of changes of the chat; what is shown here counts as one version. */
const VERSION = 0;

export function ChatSettings({ raffleId }: { raffleId: string }) {
  const path = `/api/raffles/${raffleId}/chat/rules`;
  const rules = useQuery({
    queryKey: [path, VERSION],
    queryFn: () => call<HostChatRules>('GET', path),
    staleTime: 0,
  });
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-xl">{m.raffle_settings_chat()}</h3>
        <p className="mt-1 text-ink-soft">{m.raffle_settings_chat_text()}</p>
      </div>
      {rules.data === undefined ? (
        <Loading className="h-56" failed={rules.isError} onRetry={() => void rules.refetch()} />
      ) : (
        <div className="-mx-5">
          <Moderation raffleId={raffleId} rules={rules.data} version={VERSION} />
        </div>
      )}
    </Card>
  );
}
