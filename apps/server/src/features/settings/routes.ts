/** The host's data management: retention, clean-up, export, deletion (R53–R55). */
import { cleanupAnswer, retentionBody, settingsAnswer, settingsExportQuery } from '@glassdrum/contract';
import { z } from 'zod';
import { sendDownload } from '../../downloads/send-download.ts';
import { refusals } from '../../http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../audit/audit.ts';
import { cleanUp, deleteEverything, setRetention, type SettingsParts } from './commands.ts';
import { exportJson, exportZip } from './export.ts';
import { settingsOf } from './queries.ts';

export interface SettingsRouteParts extends SettingsParts {
  hosts: HostGate;
  address: PublicAddress;
}

const tags = ['settings'];

export function settingsRoutes(app: HttpServer, parts: SettingsRouteParts): void {
  const { keys, hosts, address } = parts;

  app.route({
    method: 'GET',
    url: '/api/settings',
    schema: { summary: "The host's settings", tags, response: { 200: settingsAnswer, ...refusals(401) } },
    handler: async (request) => {
      const { hostId } = await hosts.require(request);
      return settingsOf(parts, hostId);
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/settings/retention',
    schema: {
      summary: 'How many days personal data of drawn raffles is kept (R53)',
      tags,
      body: retentionBody,
      response: { 200: settingsAnswer, ...refusals(400, 401) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const from = callerHashes(keys, request, host.hostId);
      return setRetention(parts, host, request.body.retention_days, from);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/settings/cleanup',
    schema: {
      summary: 'Erase personal data of drawn raffles that are older than the period (R53)',
      tags,
      response: { 200: cleanupAnswer, ...refusals(401) },
    },
    handler: async (request) => cleanUp(parts, (await hosts.require(request)).hostId),
  });

  app.route({
    method: 'DELETE',
    url: '/api/settings/delete-all',
    schema: {
      summary: 'Erase the account and everything personal (R54); not while a draw is running',
      tags,
      response: { 200: z.object({ ok: z.literal(true) }), ...refusals(401, 409) },
    },
    handler: async (request) => {
      await deleteEverything(parts, await hosts.require(request));
      return { ok: true as const };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/settings/export',
    schema: {
      summary: 'Everything of the host (R55): JSON, or a ZIP of CSV files with format=csv',
      tags,
      querystring: settingsExportQuery,
      response: { 200: z.unknown().meta({ description: 'glassdrum-host-export/1' }), ...refusals(400, 401) },
    },
    handler: async (request, reply) => {
      const { hostId } = await hosts.require(request);
      const publicUrl = publicUrlFor(address, request);
      const name = 'glassdrum-export';
      return request.query.format === 'json'
        ? sendDownload(reply, { name, kind: 'json', content: exportJson(parts, hostId, publicUrl) })
        : sendDownload(reply, { name, kind: 'zip', content: exportZip(parts, hostId, publicUrl) });
    },
  });
}
