/**
 * "Tell me when it starts" (R52): permission is requested by this button only, after joining. Shown where the browser
 * supports it; where notifications are blocked nothing is requested.
 */
import type { InstallationInfo } from '@glassdrum/contract';
import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';
import { serviceWorker } from '../storage/service-worker.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { readStored, writeStored } from '../storage/stored-text.ts';

type State = 'impossible' | 'off' | 'on' | 'pending';

/** Of which raffles this browser is notified: a hint, the server decides. */
const hintName = (raffleId: string): string => `${raffleId}:told`;

export function StartNotification({ raffleId }: { raffleId: string }) {
  const [state, setState] = useState<State>(() => firstState(raffleId));
  if (state === 'impossible') return null;

  const change = async (wanted: 'on' | 'off'): Promise<void> => {
    const before = state;
    setState('pending');
    try {
      const done = wanted === 'on' ? await begin(raffleId) : await end(raffleId);
      setState(done ? wanted : before);
      if (!done) toast({ title: m.notification_forbidden(), description: m.notification_forbidden_text() });
    } catch (failure) {
      setState(before);
      toast({
        title: m.notification_failed(),
        description: sentenceOf(failure, m.notification_failed_text()),
        tone: 'danger',
      });
    }
  };
  const isOn = state === 'on';
  return (
    <div>
      <Button
        variant="quiet"
        className="w-full"
        pending={state === 'pending'}
        aria-describedby="start-notification-hint"
        onClick={() => void change(isOn ? 'off' : 'on')}
      >
        {isOn ? <BellOff aria-hidden className="size-4.5" /> : <Bell aria-hidden className="size-4.5" />}
        {isOn ? m.notification_end() : m.notification_begin()}
      </Button>
      <p id="start-notification-hint" className="mt-1.5 text-center text-sm text-ink-soft">
        {isOn ? m.notification_on_hint() : m.notification_off_hint()}
      </p>
    </div>
  );
}

function firstState(raffleId: string): State {
  const possible =
    import.meta.env.PROD &&
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window &&
    Notification.permission !== 'denied';
  if (!possible) return 'impossible';
  const isTold = Notification.permission === 'granted' && readStored(hintName(raffleId)) !== null;
  return isTold ? 'on' : 'off';
}

/** False when the person or the browser refused. @throws CallFailed */
async function begin(raffleId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const worker = await serviceWorker();
  if (worker === null) return false;
  const { push_key: key } = await call<InstallationInfo>('GET', '/api/installation');
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await call('POST', `/api/raffles/${raffleId}/me/push`, { endpoint, keys });
  writeStored(hintName(raffleId), '1');
  return true;
}

/** The browser's own subscription stays: other raffles may use it. @throws CallFailed */
async function end(raffleId: string): Promise<boolean> {
  const subscription = await (await serviceWorker())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await call('DELETE', `/api/raffles/${raffleId}/me/push`, { endpoint: subscription.endpoint });
  }
  writeStored(hintName(raffleId), null);
  return true;
}
