/** All calls by which an entry gets to a further device (R41). */
import type { HttpServer } from '../../http/server.ts';
import type { ContinueParts } from './continue-parts.ts';
import { joinedDeviceRoutes } from './joined-device-routes.ts';
import { newDeviceRoutes } from './new-device-routes.ts';

export function continueRoutes(app: HttpServer, parts: ContinueParts): void {
  newDeviceRoutes(app, parts);
  joinedDeviceRoutes(app, parts);
}
