/** Emails and push notifications to participants: sending invitations, unsubscribing, devices to notify. */
import type { HttpServer } from '../../platform/http/server.ts';
import { type EmailRouteParts, emailRoutes } from './email/routes.ts';
import { type MessageRouteParts, messageRoutes } from './messages/routes.ts';
import { type PushRouteParts, pushRoutes } from './push/routes.ts';

export function notificationRoutes(
  app: HttpServer,
  parts: EmailRouteParts & MessageRouteParts & PushRouteParts,
): void {
  emailRoutes(app, parts);
  messageRoutes(app, parts);
  pushRoutes(app, parts);
}
