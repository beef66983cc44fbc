/**
 * /dev/mailbox: the emails that would have been sent, for people who work on the product. Registered by dev/main.ts
 * only; an installation has no such address.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { RefusalError } from '../platform/refusal.ts';
import { anyone, declareRoute } from '../platform/http/route.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { MemoryMailbox } from './memory-mailbox.ts';

/** An email's HTML sets its styles in its elements; nothing runs, nothing is loaded, links open elsewhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'";
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

export function mailboxPage(app: HttpServer, mailbox: MemoryMailbox): void {
  const params = z.object({ number: z.coerce.number().int().positive() });
  const find = (number: number) => {
    const found = mailbox.emails().find((email) => email.number === number);
    if (found === undefined) throw new RefusalError('not_found');
    return found;
  };
  const sendPage = (reply: FastifyReply, html: string): FastifyReply => {
    void reply.header('content-security-policy', POLICY).removeHeader('x-frame-options');
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  };

  declareRoute(app, {
    method: 'GET',
    authenticate: anyone,
    url: '/dev/mailbox',
    schema: { hide: true },
    handler: async (_request, reply) => sendPage(reply, listPage(mailbox)),
  });

  declareRoute(app, {
    method: 'GET',
    authenticate: anyone,
    url: '/dev/mailbox/:number',
    schema: { hide: true, params },
    handler: async (request, reply) => sendPage(reply, emailPage(find(request.params.number))),
  });

  declareRoute(app, {
    method: 'GET',
    authenticate: anyone,
    url: '/dev/mailbox/:number/html',
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { html } = find(request.params.number).message;
      return sendPage(reply, html.replace('<head>', '<head><base target="_blank">'));
    },
  });
}

type CapturedEmail = ReturnType<MemoryMailbox['emails']>[number];

function listPage(mailbox: MemoryMailbox): string {
  const rows = mailbox
    .emails()
    .map(
      ({ number, at, message }) =>
        `<tr><td>${new Date(at).toISOString().slice(11, 19)}</td><td>${escapeHtml(message.to)}</td><td><a href="/dev/mailbox/${number}">${escapeHtml(message.subject)}</a></td></tr>`,
    );
  const table =
    rows.length === 0
      ? '<p>No email yet. Send an invitation, or join a raffle with an email address.</p>'
      : `<table><thead><tr><th>UTC</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Mailbox', `<h1>Mailbox</h1>${table}`);
}

function emailPage({ number, message }: CapturedEmail): string {
  const { to, subject, text, headers = {}, attachments = [], messageId = '' } = message;
  const lines = Object.entries({ To: to, Subject: subject, 'Message-ID': messageId, ...headers }).map(
    ([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const files = attachments.map(
    (file) => `<h2>${escapeHtml(file.filename)}</h2><pre>${escapeHtml(file.content)}</pre>`,
  );
  return page(
    subject,
    `<p><a href="/dev/mailbox">All emails</a></p><table>${lines.join('')}</table>
<h2>As HTML</h2><iframe sandbox="${SANDBOX}" src="/dev/mailbox/${number}/html" title="The email"></iframe>
<h2>As text</h2><pre>${escapeHtml(text)}</pre>${files.join('')}`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1815;background:#fbfaf7}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ddd7cd;overflow-wrap:anywhere}
iframe{width:100%;height:36rem;border:1px solid #ddd7cd;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #ddd7cd;padding:1rem}
</style></head><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
