/** The host's table of claims, and what the host does for winners (R73). */
import {
  claimActionAnswer,
  claimAnswersAnswer,
  claimAnswersQuery,
  claimBody,
  type ClaimActionAnswer,
  claimsAnswer,
  claimsExportQuery,
  claimsQuery,
  extendClaimBody,
  handOverBody,
  hostClaimBody,
  ineligibleBody,
  opaqueId,
} from '@glassdrum/contract';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { csvPieces } from '../../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { spreadsheetOf } from '../../../platform/http/downloads/spreadsheet.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { createWorkPool } from '../../../platform/threads/work-pool.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { type OwnRaffle, requireOwnRaffle, seesAddresses } from '../../raffles/raffle-gate.ts';
import { claimAnswersOf } from '../claim-form/queries.ts';
import { chosenDraw } from '../draw-rows.ts';
import { passHolderOver } from '../results/pass-over.ts';
import { prizeStatusOfDraw } from '../results/queries.ts';
import {
  actOnTicket,
  type ClaimParts,
  claimPrize,
  extendClaim,
  handPrizeOver,
  type Place,
} from './commands.ts';
import { claimsTable } from './export.ts';
import { claimRows, claimsPage, shownClaims } from './queries.ts';

const params = z.object({ id: opaqueId });
const tags = ['claims'];
const sheets = createWorkPool({ atOnce: 2, waiting: 8 });

interface PlaceBody {
  draw_id?: string | undefined;
  prize: number;
  entry_number: number;
}

const placeOf = (
  raffleId: string,
  { draw_id: drawId, prize, entry_number: entryNumber }: PlaceBody,
): Place => ({
  raffleId,
  drawId,
  prize,
  entryNumber,
});

export function hostClaimRoutes(app: HttpServer, parts: ClaimParts & { hosts: HostGate }): void {
  const { database, keys, hosts } = parts;

  /** The rows of an entry, or of its place with who moved up, after the action. */
  const answer = async (
    raffle: OwnRaffle,
    of: { entryNumber: number; drawId?: string | undefined; prize?: number },
  ): Promise<ClaimActionAnswer> => {
    const draw = await chosenDraw(database.query, raffle.id, of.drawId);
    if (draw === null) throw new Error('A draw is never deleted.');
    const all = shownClaims(await claimRows(database.query, raffle.id), { addresses: seesAddresses(raffle) });
    const own = all.filter(
      (row) =>
        row.entry_number === of.entryNumber &&
        (of.prize === undefined || (row.prize === of.prize && row.draw_id === draw.id)),
    );
    const rows = all.filter((row) =>
      own.some(
        (one) => one.draw_id === row.draw_id && one.prize === row.prize && one.position === row.position,
      ),
    );
    return { rows, standing: await prizeStatusOfDraw(database, draw, 'host') };
  };
  const answerOf = (raffle: OwnRaffle, place: Place): Promise<ClaimActionAnswer> => answer(raffle, place);

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/claims',
    authenticate: hosts.require,
    schema: {
      summary: 'Everyone who ever held a prize, and what became of it, a page at a time (R73)',
      tags,
      params,
      querystring: claimsQuery,
      response: { 200: claimsAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_winners'),
    handler: (request, _reply, { resource: raffle }) =>
      claimsPage(database.query, raffle.id, request.query, { addresses: seesAddresses(raffle) }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/claims/export',
    authenticate: hosts.require,
    schema: {
      summary: 'The table of claims as a CSV or XLSX file; no cell can run as a formula (M1, R73)',
      tags,
      params,
      querystring: claimsExportQuery,
      response: { 200: z.unknown().meta({ description: 'a file' }), ...refusals(400, 401, 403, 404, 503) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'export_raffle'),
    handler: async (request, reply, { resource: { id } }) => {
      const { format: kind } = request.query;
      const table = await claimsTable(database.query, id);
      const { heads, rows } = table;
      const content =
        kind === 'csv'
          ? csvPieces(heads, [rows])
          : await sheets.run(() => spreadsheetOf({ name: 'Claims', ...table }));
      return sendDownload(reply, { name: `raffle-${id}-claims`, kind, content });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/claims/answers',
    authenticate: hosts.require,
    schema: {
      summary: 'What a winner answered when claiming a prize, for the host alone (R74)',
      tags,
      params,
      querystring: claimAnswersQuery,
      response: { 200: claimAnswersAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_claim_answers'),
    handler: async (request, _reply, { resource: { id } }) => {
      const { draw_id: drawId, ...of } = request.query;
      if ((await chosenDraw(database.query, id, drawId)) === null) throw new RefusalError('not_found');
      return claimAnswersOf(database.query, {
        raffleId: id,
        drawId,
        prize: of.prize,
        entryNumber: of.entry_number,
      });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/claims',
    authenticate: hosts.require,
    schema: {
      summary: 'Claim a prize for its winner, publicly labelled so (R73)',
      tags,
      params,
      body: claimBody,
      response: { 200: claimActionAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'hand_over_prizes'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { id } = raffle;
      const place = placeOf(id, request.body);
      const { answers } = request.body;
      await claimPrize(parts, place, { by: 'host', from: callerHashes(keys, request, id), answers });
      return answerOf(raffle, place);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/claims/hand-over',
    authenticate: hosts.require,
    schema: {
      summary:
        'Hand a prize over, or all prizes of a scanned ticket; claims them where that is missing (R73)',
      tags,
      params,
      body: handOverBody,
      response: { 200: claimActionAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'hand_over_prizes'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { id } = raffle;
      const claimant = { by: 'host' as const, from: callerHashes(keys, request, id) };
      const { body } = request;
      if ('prize' in body) {
        await handPrizeOver(parts, placeOf(id, body), claimant);
        return answerOf(raffle, placeOf(id, body));
      }
      const input = { raffleId: id, name: body, action: 'hand_over' as const };
      return answer(raffle, { entryNumber: await actOnTicket(parts, input, claimant) });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/claims/decline',
    authenticate: hosts.require,
    schema: {
      summary:
        'Record that somebody without a device gives the prize back; the next in line moves up (R14, R73)',
      tags,
      params,
      body: hostClaimBody,
      response: { 200: claimActionAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'pass_over_winner'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { id } = raffle;
      const place = placeOf(id, request.body);
      const why = { reason: 'declined', text: null, by: 'host' } as const;
      await passHolderOver(parts, { ...place, ...why, from: callerHashes(keys, request, id) });
      return answerOf(raffle, place);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/claims/ineligible',
    authenticate: hosts.require,
    schema: {
      summary: 'Say in public why a winner is not eligible; the next in line moves up (R14, R73)',
      tags,
      params,
      body: ineligibleBody,
      response: { 200: claimActionAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'pass_over_winner'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { id } = raffle;
      const place = placeOf(id, request.body);
      const why = { reason: 'ineligible', text: request.body.text, by: 'host' } as const;
      await passHolderOver(parts, { ...place, ...why, from: callerHashes(keys, request, id) });
      return answerOf(raffle, place);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/claims/extend',
    authenticate: hosts.require,
    schema: {
      summary: 'Give a winner more time to claim, once and publicly (R73)',
      tags,
      params,
      body: extendClaimBody,
      response: { 200: claimActionAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'manage_claims'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { id } = raffle;
      const place = placeOf(id, request.body);
      const { seconds } = request.body;
      await extendClaim(parts, place, { seconds, from: callerHashes(keys, request, id) });
      return answerOf(raffle, place);
    },
  });
}
