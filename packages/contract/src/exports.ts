/** Files that a host can export: `?format=` of the export calls. Responses are files, not JSON. */
import { z } from 'zod';

/** GET /api/raffles/{id}/participants/export */
export const participantsExportQuery = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });

/** GET /api/raffles/{id}/invites/export */
export const csvExportQuery = z.object({ format: z.literal('csv').default('csv') });

/** GET /api/settings/export: one JSON document, or a ZIP with one CSV file for each kind of row. */
export const settingsExportQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });
