/**
 * The words and rows of the results document for auditors (R76): what was drawn from which list, by which randomness, who won, who was
 * passed over since, and where all of it can be checked. Names are those of the public results. Pure: the same state gives the
 * same document; times are in UTC.
 */
import type {
  PassedOverRow,
  PassOverReason,
  PlaceClaim,
  PrizeHolder,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { DrawEvidence } from '../../draws/evidence/queries.ts';
import { type Fact, factsOf, utc } from './report-facts.ts';

export interface ReportRow {
  place: string;
  entry: string;
  /** Null once it was erased. */
  name: string | null;
  /** What became of the place; empty where nothing did. */
  since: string;
}

export interface ReportPrize {
  title: string;
  /** In place of a title that cannot be drawn. */
  plainTitle: string;
  rows: ReportRow[];
}

export interface ReportDraw {
  /** Null for the only one. */
  heading: { title: string; plainTitle: string } | null;
  facts: Fact[];
  prizes: ReportPrize[];
  passedOver: {
    place: string;
    entry: string;
    name: string | null;
    reason: string;
    at: string;
    now: string;
  }[];
  /** Where everyone can check it. */
  link: string;
}

export interface ResultsReport {
  title: string;
  /** Where the installation is reached, without a slash at the end. */
  publicUrl: string;
  /** Epoch ms of the last event in it: of two documents the later one. */
  asOf: number;
  draws: ReportDraw[];
}

const REASONS: Readonly<Record<PassOverReason, string>> = {
  absent: 'not there',
  declined: 'declined the prize',
  unclaimed: 'did not claim the prize in time',
  ineligible: 'may not take the prize',
};

/** @param evidence at least one draw, in their order; @param several whether the raffle has several draws (R69) */
export function resultsReport(
  evidence: readonly DrawEvidence[],
  { publicUrl, several }: { publicUrl: string; several: boolean },
): ResultsReport {
  return {
    title: evidence[0]?.results.title ?? '',
    publicUrl,
    asOf: Math.max(
      ...evidence.flatMap(({ results }) => [
        results.drawn_at,
        ...results.passed_over.map(({ at }) => at),
        ...[...results.passed_over, ...results.current_winners].flatMap(({ claim }) => timesOf(claim)),
      ]),
    ),
    draws: evidence.map((draw) => reportDraw(draw, { publicUrl, several })),
  };
}

function reportDraw(
  evidence: DrawEvidence,
  { publicUrl, several }: { publicUrl: string; several: boolean },
): ReportDraw {
  const { results } = evidence;
  const { number, name } = results.draw;
  const path = `${publicUrl}/results/${results.raffle_id}`;
  return {
    heading: several
      ? { title: `Draw ${number}${name === null ? '' : `: ${name}`}`, plainTitle: `Draw ${number}` }
      : null,
    facts: factsOf(evidence),
    prizes: prizesOf(results),
    passedOver: results.passed_over.map((row) => ({
      place: placeText(results, row),
      entry: `#${row.entry_number}`,
      name: row.display_name,
      reason: reasonText(row),
      at: utc(row.at),
      now: row.moved_up === null ? 'nobody was left' : holderText(row.moved_up),
    })),
    link: several ? `${path}?draw=${results.draw_id}` : path,
  };
}

function prizesOf(results: ResultsAnswer): ReportPrize[] {
  const { prizes, winners, current_winners: holders, passed_over: passed } = results;
  const keyOf = (row: { prize: number; position: number }): string => `${row.prize}/${row.position}`;
  const holderOf = new Map(holders.map((row) => [keyOf(row), row]));
  const passedAt = new Set(passed.map(keyOf));
  return prizes.map(({ prize, quantity }) => {
    const rows = winners.filter((row) => row.prize === prize);
    const times = quantity === 1 ? '' : ` (${quantity} ×)`;
    return {
      title: `${prizeTitle(results, prize)}${times}`,
      plainTitle: `Prize ${prize}${times}`,
      rows: rows.map((row) => {
        const holder = holderOf.get(keyOf(row));
        return {
          place: String(row.position),
          entry: `#${row.entry_number}`,
          name: row.display_name,
          since: passedAt.has(keyOf(row))
            ? `Passed over; now ${holder === undefined ? 'nobody' : holderText(holder)}${claimText(holder, '; ')}`
            : claimText(holder),
        };
      }),
    };
  });
}

/** As on the results page: the only prize may have no name. */
function prizeTitle({ prizes }: ResultsAnswer, prize: number): string {
  return prizes[prize - 1]?.name ?? (prizes.length === 1 ? 'Winners' : `Prize ${prize}`);
}

function placeText(results: ResultsAnswer, { prize, position }: { prize: number; position: number }): string {
  const shown = results.prizes[prize - 1];
  if (results.prizes.length === 1 && shown?.name === null) return `Place ${position}`;
  return shown?.quantity === 1 ? prizeTitle(results, prize) : `${prizeTitle(results, prize)}, ${position}`;
}

const CLAIMED_BY = { device: 'on a phone', desk: 'at the desk', host: 'by the host' } as const;

/** R73: how far a holder has come with the prize; empty where nothing was claimed. @param before what it follows */
function claimText(holder: PrizeHolder | undefined, before = ''): string {
  if (holder === undefined) return '';
  const { claimed, handed_over_at: handedOverAt } = holder.claim;
  const parts = [
    claimed === null ? '' : `claimed ${CLAIMED_BY[claimed.by]}, ${utc(claimed.at)}`,
    handedOverAt === null ? '' : `handed over ${utc(handedOverAt)}`,
  ].filter(Boolean);
  if (parts.length === 0) return '';
  const text = before + parts.join('; ');
  return before === '' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** R73: with what everyone is told of it. */
function reasonText({ reason, text, late, claim }: PassedOverRow): string {
  const plain = text === null ? REASONS[reason] : `${REASONS[reason]}: ${text}`;
  return late && claim.claim_by !== null ? `${plain}, noticed later than ${utc(claim.claim_by)}` : plain;
}

function timesOf({ claimed, handed_over_at: handedOverAt, extension }: PlaceClaim): number[] {
  return [claimed?.at, handedOverAt, extension?.at].flatMap((at) => at ?? []);
}

function holderText({
  entry_number: number,
  display_name: name,
}: {
  entry_number: number;
  display_name: string | null;
}): string {
  return name === null ? `#${number}` : `${name} (#${number})`;
}
