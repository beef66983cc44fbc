/** Sends emails and push notifications from the outbox (R51, R52). */
import type { Bus } from '../../platform/bus/bus.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createOutboxLane, type OutboxLaneParts } from '../../work/outbox-lane.ts';
import { createAnnouncer } from './announcer.ts';
import type { EmailParts } from './email/compose-email.ts';
import { mailDelivery } from './email/deliver-mail.ts';
import { pushDelivery } from './push/deliver-push.ts';
import type { PushParts } from './push/subscriptions.ts';

/** Matches the connections to the mail server. */
const EMAIL_CONCURRENCY = 4;
/** A draw takes half a minute, in which everybody must be notified of its start. */
const PUSH_CONCURRENCY = 50;

interface OutgoingParts extends Pick<OutboxLaneParts, 'database' | 'clock' | 'report' | 'onDelivery'> {
  bus: Bus;
  emailParts: EmailParts;
  devices: PushParts;
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
}

interface Outgoing {
  start(): void;
  /** Lets what is being sent finish. */
  stop(): Promise<void>;
}

export function createOutgoing({ bus, emailParts, devices, mailer, ...parts }: OutgoingParts): Outgoing {
  const emails =
    mailer === null
      ? null
      : createOutboxLane({
          ...parts,
          channel: 'mail',
          concurrency: EMAIL_CONCURRENCY,
          deliver: mailDelivery(emailParts, mailer),
        });
  const notifications = createOutboxLane({
    ...parts,
    channel: 'push',
    concurrency: PUSH_CONCURRENCY,
    deliver: pushDelivery(devices),
  });
  const announcer = createAnnouncer({ ...parts, bus, sendsMail: emails !== null });
  bus.subscribe(['outbox-filled', 'resync'], () => {
    emails?.wake();
    notifications.wake();
  });
  bus.subscribe(['entries-changed', 'waiting-changed'], () => emails?.wake());
  return {
    start() {
      announcer.start();
      emails?.wake();
      notifications.wake();
    },
    async stop() {
      await announcer.stop();
      await emails?.stop();
      await notifications.stop();
    },
  };
}
