/** What sealed texts are bound to; sealing and unsealing name the same purpose. */

/** A draw's secret seed (I5). */
export function seedPurpose(drawId: string): string {
  return `seed:${drawId}`;
}

/** A personal link's token: one invite's can't be passed off as another's. */
export function invitePurpose(inviteId: string): string {
  return `invite:${inviteId}`;
}

/** What opens a raffle's stage. */
export function stagePurpose(raffleId: string): string {
  return `stage:${raffleId}`;
}

/** The secret from which a host's two-factor codes are made. */
export function twoFactorPurpose(userId: string): string {
  return `two-factor:${userId}`;
}

/** Where one device gets notices of one entry. */
export function pushPurpose(subscriptionId: string): string {
  return `push:${subscriptionId}`;
}

/** What the links on a run of paper tickets follow from (R67). */
export function paperRunPurpose(raffleId: string, run: number): string {
  return `paper-run:${raffleId}:${run}`;
}

/** What names a raffle's embed in its address. */
export function embedPurpose(raffleId: string): string {
  return `embed:${raffleId}`;
}

/** What opens a raffle's desk. */
export function deskPurpose(raffleId: string): string {
  return `desk:${raffleId}`;
}

/** Where a receiver of webhooks is reached (R85). */
export function webhookUrlPurpose(webhookId: string): string {
  return `webhook-url:${webhookId}`;
}

/** What payloads to a receiver are signed with (R85). */
export function webhookSecretPurpose(webhookId: string): string {
  return `webhook-secret:${webhookId}`;
}

/** What one sign-in at the OpenID provider is checked against when it comes back to the same browser (R83). */
export function providerFlowPurpose(browserHash: string): string {
  return `provider-flow:${browserHash}`;
}
