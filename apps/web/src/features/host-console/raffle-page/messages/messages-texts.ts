/** What the screen calls emails, notifications and their states. */
import type { MessageChannel, MessageOccasion, MessageRow, MessageState } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import type { BadgeTone } from '../../../../ui/badge.tsx';
import { reasonText } from '../../invitees/mail-texts.ts';

export function occasionName(occasion: MessageOccasion): string {
  const texts = {
    invitation: m.mails_invitation,
    confirm: m.mails_confirm,
    joined: m.mails_joined,
    entered: m.mails_entered,
    deadline: m.mails_deadline,
    starting: m.mails_starting,
    result: m.mails_result,
    moved_up: m.mails_moved_up,
    cancelled: m.mails_cancelled,
    claim_reminder: m.mails_claim_reminder,
    lapsed: m.mails_lapsed,
  } as const;
  return texts[occasion]();
}

export function channelName(channel: MessageChannel): string {
  return channel === 'mail' ? m.mails_channel_mail() : m.mails_channel_push();
}

export function messageStateText(state: MessageState): string {
  const texts = {
    waiting: m.mails_state_waiting,
    sent: m.mails_state_sent,
    failed: m.mails_state_failed,
    unsubscribed: m.mails_state_unsubscribed,
    not_needed: m.mails_state_not_needed,
  } as const;
  return texts[state]();
}

export const MESSAGE_TONES: Record<MessageState, BadgeTone> = {
  waiting: 'info',
  sent: 'good',
  failed: 'danger',
  unsubscribed: 'warn',
  not_needed: 'neutral',
};

/** Null where the state says it all. */
export function whyNot({ state, reason, channel }: MessageRow): string | null {
  switch (state) {
    case 'sent':
      return null;
    case 'waiting':
      return reason === null ? null : channelReason(channel, reason);
    case 'failed':
      return channelReason(channel, reason);
    case 'unsubscribed':
      return m.console_mail_unsubscribed();
    case 'not_needed':
      return channel === 'push' ? m.mails_gone_push() : m.mails_gone_mail();
  }
}

/** The same outage has other words where there is no mail server. */
function channelReason(channel: MessageChannel, reason: MessageRow['reason']): string {
  return channel === 'push' && reason === 'server_away' ? m.mails_push_away() : reasonText(reason);
}
