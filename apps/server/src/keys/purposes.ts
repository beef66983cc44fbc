/** What sealed texts are bound to; sealing and unsealing name the same purpose. */

/** A raffle's secret seed (I5). */
export function seedPurpose(raffleId: string): string {
  return `seed:${raffleId}`;
}

/** The secret from which a host's two-factor codes are made. */
export function twoFactorPurpose(userId: string): string {
  return `two-factor:${userId}`;
}
