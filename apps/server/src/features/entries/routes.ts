/** All routes of joining, entries, lists of people, their devices and the hall code. */
import type { HttpServer } from '../../platform/http/server.ts';
import { type EntryFeatureParts, entryParts } from './entry-parts.ts';
import { joinedDeviceRoutes } from './devices/joined-device-routes.ts';
import { newDeviceRoutes } from './devices/new-device-routes.ts';
import { hallCodeRoutes } from './hall-code/routes.ts';
import { joinInfoRoutes } from './joining/info-routes.ts';
import { joinRoutes } from './joining/routes.ts';
import { ownEntryRoutes } from './own-entry-routes.ts';
import { ownRequestRoutes } from './review/own-request-routes.ts';
import { peopleListRoutes } from './people-list/routes.ts';
import { participantRoutes } from './participant-routes.ts';
import { reviewRoutes } from './review/routes.ts';

export function entryRoutes(app: HttpServer, parts: EntryFeatureParts): void {
  const shared = entryParts(parts);
  joinInfoRoutes(app, shared);
  joinRoutes(app, shared);
  ownEntryRoutes(app, shared);
  ownRequestRoutes(app, shared);
  participantRoutes(app, shared);
  peopleListRoutes(app, shared);
  reviewRoutes(app, shared);
  newDeviceRoutes(app, shared);
  joinedDeviceRoutes(app, shared);
  hallCodeRoutes(app, shared);
}
