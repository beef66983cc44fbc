/** What is typed into a claim form (R74), and the server's sentences about it. */
import type { OwnClaimFormAnswer } from '@glassdrum/contract';
import { type ClaimAnswer, type ClaimProblems, isCountry, type PostalAddress } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** By field; undefined where nothing was typed yet. */
export type TypedAnswers = Readonly<Record<string, ClaimAnswer | undefined>>;

/** With the country that the visitor's language suggests, to be changed where that is wrong. */
export function emptyAddress(): PostalAddress {
  const region = new Intl.Locale(navigator.language).maximize().region ?? '';
  return { line1: '', line2: '', postcode: '', city: '', country: isCountry(region) ? region : '' };
}

/** How a country is called in the visitor's language. @param code ISO 3166-1 */
export function countryName(code: string): string {
  return new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

const PREFIX = 'answers.';

/** The server's sentences about answers, by field. @param fields of the refusal; its path begins with the body's member */
export function problemsInRefusal(fields: Readonly<Record<string, string>> | undefined): ClaimProblems {
  return Object.fromEntries(
    Object.entries(fields ?? {})
      .filter(([path]) => path.startsWith(PREFIX))
      .map(([path, sentence]) => [path.slice(PREFIX.length), sentence]),
  );
}

/** The forms of the draws in which this browser's entries hold a prize. @param drawIds these draws */
export function useOwnClaimForms(raffleId: string, drawIds: ReadonlySet<string>) {
  const path = `/api/raffles/${raffleId}/me/claim-form`;
  return useQuery({
    queryKey: [path, ...drawIds],
    queryFn: () => call<OwnClaimFormAnswer>('GET', path),
    enabled: drawIds.size > 0,
  });
}
