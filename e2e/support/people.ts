/** Calls that a test makes as a person without a browser: joins by HTTP, host calls with a browser's cookies. */
import type { NamePublication } from '@glassdrum/raffle-rules';

export interface Joined {
  invitee_id: string;
  entry_number: number;
  raffle_id: string;
  participant_token: string | null;
}

async function post(url: string, body: unknown): Promise<Joined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Joined;
}

export function joinByToken(base: string, token: string): Promise<Joined> {
  return post(`${base}/api/join`, { token, rules_accepted: true });
}

/** @param published how much of the name others see (R78); without it what the raffle allows most */
export function joinByLink(
  base: string,
  publicLink: string,
  displayName: string,
  published?: NamePublication,
): Promise<Joined> {
  return post(`${base}/api/join/public`, {
    public_link: publicLink,
    display_name: displayName,
    name_publication: published,
    rules_accepted: true,
  });
}
