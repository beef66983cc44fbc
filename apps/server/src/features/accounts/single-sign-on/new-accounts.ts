/**
 * R82, R83: accounts of people whom the provider vouches for. Configuring a provider lets its people in where others need a link;
 * `domain` and `closed` hold for them as for everybody.
 */
import { acceptHostName, LIMITS } from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import { noteHost } from '../../../audit/audit.ts';
import type { AccountParts, Caller } from '../account-parts.ts';
import type { ConfirmCommands } from '../confirm-commands.ts';
import type { ProvenPerson } from './claims.ts';
import { ownerOf } from './identities.ts';

export interface NewAccounts {
  /**
   * @param signUpToken of a sign-up link, where there is one
   * @returns the account's id @throws RefusalError sign_up_closed, sign_up_domain, sign_up_link_invalid
   */
  open(caller: Caller, person: ProvenPerson & { email: string }, signUpToken: string | null): Promise<string>;
}

/** For people of whom the provider says no name that a host can have. */
const NAMELESS = 'Host';

export function newAccounts(parts: AccountParts, confirmations: ConfirmCommands): NewAccounts {
  const { database, auth, signUps } = parts;
  return {
    async open(caller, person, signUpToken) {
      const { accountId, email, emailVerified } = person;
      const admission = await signUps.admit({
        email,
        ...(signUpToken !== null && { sign_up_token: signUpToken }),
        fromProvider: true,
      });
      const name = hostName(person.name, email);
      let userId: string;
      try {
        userId = await auth.openProvidedAccount({ email, emailVerified, name, accountId });
      } catch (error) {
        await admission.giveBack();
        // Two sign-ins of one person at once: one of them opened the account.
        const opened = await ownerOf(database.query, accountId);
        if (opened === null) throw error;
        return opened;
      }
      noteHost(caller.headers, userId);
      await admission.complete(userId);
      if (!emailVerified) confirmations.sendFirst({ id: userId, email, name });
      return userId;
    },
  };
}

/** The provider's name, or the first part of the address, whichever a host may have. */
function hostName(given: string | null, email: string): string {
  for (const name of [given, email.slice(0, email.indexOf('@'))]) {
    if (name === null) continue;
    const shortened = Array.from(name).slice(0, LIMITS.hostName.max).join('');
    const accepted = acceptHostName(shortened, { lookAlikes: unicodeLookAlikes });
    if (accepted.ok) return accepted.value;
  }
  return NAMELESS;
}
