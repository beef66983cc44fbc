/** What leaves a raffle's own pages: the stage, cards for chats and link previews, calendar files. */
import type { HttpServer } from '../../platform/http/server.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { stageRoutes, type StageRouteParts } from './stage/routes.ts';

export function sharingRoutes(app: HttpServer, parts: StageRouteParts): void {
  stageRoutes(app, parts);
  cardRoutes(app, parts);
  calendarRoutes(app, parts);
}
