/** R41: the calls by which an entry goes on on another device. */
import type {
  ContinueAnswer,
  ContinueCodeAnswer,
  ContinuedEntry,
  ContinueRequest,
  ContinueRequests,
  ContinueStatus,
} from '@glassdrum/contract';
import { call } from '../../api/call.ts';

/** On the new device, with the invitation that was used. */
export function askToContinue(token: string): Promise<ContinueRequest> {
  return call<ContinueRequest>('POST', '/api/continue/request', { token });
}

export function continueOutcome(requestId: string): Promise<ContinueStatus> {
  return call<ContinueStatus>('GET', `/api/continue/${requestId}`);
}

/** @param code as typed; case, blanks and hyphens don't count */
export function continueWithCode(code: string): Promise<ContinuedEntry> {
  return call<ContinueAnswer>('POST', '/api/continue/redeem', { code });
}

/** With a link that the host has issued again. */
export function continueWithLink(token: string): Promise<ContinuedEntry> {
  return call<ContinueAnswer>('POST', '/api/continue/link', { token });
}

export function mailContinueCode(token: string): Promise<unknown> {
  return call<unknown>('POST', '/api/continue/mail', { token });
}

/** On the joined device: what waits for an answer. */
export function waitingRequests(raffleId: string): Promise<ContinueRequests> {
  return call<ContinueRequests>('GET', `/api/raffles/${raffleId}/me/continue-requests`);
}

export function answerRequest(
  raffleId: string,
  requestId: string,
  answer: 'approve' | 'refuse',
): Promise<ContinueRequests> {
  const path = `/api/raffles/${raffleId}/me/continue-requests/${requestId}/${answer}`;
  return call<ContinueRequests>('POST', path);
}

export function makeContinueCode(raffleId: string): Promise<ContinueCodeAnswer> {
  return call<ContinueCodeAnswer>('POST', `/api/raffles/${raffleId}/me/continue-code`);
}
