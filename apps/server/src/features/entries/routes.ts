/** All routes of joining and entries. */
import type { HttpServer } from '../../http/server.ts';
import { type EntryFeatureParts, entryParts } from './entry-parts.ts';
import { joinInfoRoutes } from './join-info-routes.ts';
import { joinRoutes } from './join-routes.ts';
import { ownEntryRoutes } from './own-entry-routes.ts';
import { participantRoutes } from './participant-routes.ts';

export function entryRoutes(app: HttpServer, parts: EntryFeatureParts): void {
  const shared = entryParts(parts);
  joinInfoRoutes(app, shared);
  joinRoutes(app, shared);
  ownEntryRoutes(app, shared);
  participantRoutes(app, shared);
}
