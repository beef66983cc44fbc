/** What leaves a raffle's own pages: the stage, cards for chats and link previews, calendar files, results as PDF, embeds. */
import type { HttpServer } from '../../platform/http/server.ts';
import type { Images } from '../../platform/storage/images.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { embedRoutes } from './embed/routes.ts';
import { resultsPdfRoutes } from './results-pdf/routes.ts';
import { stageRoutes, type StageRouteParts } from './stage/routes.ts';

export interface SharingParts extends StageRouteParts {
  images: Images;
  /** The web app's build; without one there is no page to be framed. */
  webFolder: string | undefined;
}

export function sharingRoutes(app: HttpServer, parts: SharingParts): void {
  stageRoutes(app, parts);
  cardRoutes(app, parts);
  calendarRoutes(app, parts);
  resultsPdfRoutes(app, parts);
  embedRoutes(app, parts);
}
