/**
 * An email in the product's look, as plain text and as HTML of the same words. Everything is set in the styles of the
 * elements themselves, because mail programs drop style sheets; those that read them get dark colors where the reader prefers
 * them. Nothing is loaded from anywhere.
 */
import { oneLine } from './plain-text.ts';

/** A list between two paragraphs. */
export interface EmailList {
  items: readonly string[];
  /** Below them: that there are more, and where. */
  more: { label: string; url: string } | null;
}

/** A paragraph, or a list. */
export type EmailPart = string | EmailList;

interface EmailContent {
  /** The first line, also the heading. */
  title: string;
  paragraphs: readonly EmailPart[];
  /** The reader's entry number, shown large as on their ticket; the words say it too. */
  entryNumber?: number;
  /** One thing to do. */
  action?: { label: string; url: string };
  /** Small print below: why this came, and what to do if it was not expected. */
  closing: readonly string[];
  /** A quiet link below everything. */
  footerLink?: { label: string; url: string };
}

// The screens' own colours in their light theme.
const PAPER = '#fbfaf7';
const CARD = '#ffffff';
const INK = '#1b1815';
const INK_SOFT = '#5d564e';
const LINE = '#ddd7cd';
const BRAND = '#c93415';
/** The same in their dark theme, by the class that an element has. */
const DARK = `@media (prefers-color-scheme: dark) {
.paper{background:#12100e !important}
.card{background:#1b1916 !important;border-color:#37322c !important}
.ink{color:#f5f1ea !important}
.soft{color:#b6ada1 !important}
.line{border-color:#37322c !important}
.brand{color:#ff7a52 !important}
.button{background:#ff7a52 !important;color:#1c0c06 !important}
}`;
/** In characters; a longer heading is set smaller. */
const LONG_TITLE = 80;
const FONT = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";
/** A table is as wide as its longest word wants to be; mail programs know the older of the two names. */
const WRAP = 'word-break:break-word;overflow-wrap:anywhere';

/** @param content words of one line each (M1: control characters become spaces) */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  const { action, footerLink } = content;
  const title = oneLine(content.title);
  const paragraphs = content.paragraphs.map((part) =>
    typeof part === 'string' ? oneLine(part) : cleaned(part),
  );
  const closing = content.closing.map(oneLine);
  const text = [
    title,
    ...paragraphs.map((part) => (typeof part === 'string' ? part : listText(part))),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `-- \n${[...closing, ...(footerLink === undefined ? [] : [`${footerLink.label}: ${footerLink.url}`])].join('\n')}`,
  ].join('\n\n');
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:${title.length > LONG_TITLE ? 20 : 24}px;line-height:1.25;color:${INK}">${inHtml(title)}</h1>`,
    ...(content.entryNumber === undefined ? [] : [ticket(content.entryNumber)]),
    ...paragraphs.map((part) => (typeof part === 'string' ? paragraph(part) : list(part))),
    ...(action === undefined ? [] : [button(action)]),
  ];
  return { text: `${text}\n`, html: frame(title, body.join('\n'), smallPrint(closing, footerLink)) };
}

function cleaned({ items, more }: EmailList): EmailList {
  return { items: items.map(oneLine), more: more === null ? null : { ...more, label: oneLine(more.label) } };
}

function listText({ items, more }: EmailList): string {
  const lines = items.map((item) => `- ${item}`);
  return [...lines, ...(more === null ? [] : [`- ${more.label}: ${more.url}`])].join('\n');
}

function paragraph(words: string): string {
  return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${INK}">${inHtml(words)}</p>`;
}

function list({ items, more }: EmailList): string {
  const anchor =
    more === null
      ? []
      : [`<a class="ink" href="${inHtml(more.url)}" style="color:${INK}">${inHtml(more.label)}</a>`];
  const rows = [...items.map(inHtml), ...anchor].map(
    (words) =>
      `<li class="ink line" style="margin:0;padding:9px 2px;border-bottom:1px solid ${LINE};font-size:16px;line-height:1.4;font-weight:600;color:${INK}">${words}</li>`,
  );
  return `<ul class="line" style="margin:0 0 16px;padding:0;border-top:1px solid ${LINE};list-style:none">\n${rows.join('\n')}\n</ul>`;
}

/** Hidden from screen readers, which read the number in the subject and in the words. */
function ticket(entryNumber: number): string {
  return `<p aria-hidden="true" class="brand line" style="margin:0 0 20px;padding:14px 0 16px;border-top:2px dashed ${LINE};border-bottom:2px dashed ${LINE};text-align:center;font-size:56px;line-height:1;font-weight:800;color:${BRAND}"><span style="font-size:32px">#</span>${entryNumber}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  const address = inHtml(url);
  return [
    `<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:13px 22px;border-radius:12px;background:${BRAND};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${inHtml(label)}</a></p>`,
    `<p class="soft" style="margin:0;font-size:13px;line-height:1.5;color:${INK_SOFT};word-break:break-all">${address}</p>`,
  ].join('\n');
}

function smallPrint(closing: readonly string[], link: EmailContent['footerLink']): string {
  const anchor =
    link === undefined
      ? []
      : [`<a class="soft" href="${inHtml(link.url)}" style="color:${INK_SOFT}">${inHtml(link.label)}</a>`];
  return [...closing.map(inHtml), ...anchor].join('<br>');
}

function frame(title: string, body: string, closing: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${inHtml(title)}</title><style>${DARK}</style></head>
<body class="paper" style="margin:0;padding:24px 12px;background:${PAPER};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${INK};${FONT}">Glassdrum</td></tr>
<tr><td class="card" style="padding:28px 24px;background:${CARD};border:1px solid ${LINE};border-radius:16px;${WRAP};${FONT}">
${body}
</td></tr>
<tr><td class="soft" style="padding:16px 4px;font-size:13px;line-height:1.5;color:${INK_SOFT};${WRAP};${FONT}">${closing}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names and titles are written by people: in HTML they are text and nothing else. */
function inHtml(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
