/**
 * An operator's Markdown as elements of the page. Nothing is taken over as HTML: what looks like it is shown as the text
 * that it is, images are their descriptions, and links lead to web pages and mail addresses only.
 */
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { lexer, type Token, type Tokens } from 'marked';

export function Markdown({ text }: { text: string }) {
  return <div className="grid max-w-prose gap-4">{blocks(lexer(text, { gfm: true }))}</div>;
}

/** Side by side as they are: a text that never changes needs no keys. */
function inRow(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function blocks(tokens: readonly Token[]): ReactNode {
  return inRow(tokens.map((token) => block(token as MarkdownToken)));
}

function inlines(tokens: readonly Token[] | undefined): ReactNode {
  return inRow((tokens ?? []).map((token) => inline(token as MarkdownToken)));
}

/** Every kind of token that the lexer makes without extensions. */
type MarkdownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Table
  | Tokens.Code
  | Tokens.Hr
  | Tokens.Text
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Escape
  | Tokens.HTML
  | Tokens.Tag
  | Tokens.Space
  | Tokens.Def;

function block(token: MarkdownToken): ReactNode {
  switch (token.type) {
    case 'heading':
      // The page has the first level, the tab's label stands for the second.
      return token.depth <= 2 ? (
        <h3 className="mt-4 text-xl">{inlines(token.tokens)}</h3>
      ) : (
        <h4 className="mt-2 text-lg">{inlines(token.tokens)}</h4>
      );
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>;
    case 'list':
      return <MarkdownList list={token} />;
    case 'blockquote':
      return (
        <blockquote className="border-l-4 border-line pl-4 text-ink-soft">
          {blocks(token.tokens ?? [])}
        </blockquote>
      );
    case 'table':
      return <MarkdownTable table={token} />;
    case 'code':
      return <pre className="overflow-x-auto rounded-xl bg-sunken p-4">{token.text}</pre>;
    case 'hr':
      return <hr className="border-line" />;
    case 'space':
    case 'def':
      return null;
    default:
      return <p>{inline(token)}</p>;
  }
}

function inline(token: MarkdownToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens)}</em>;
    case 'del':
      return <del>{inlines(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <SafeLink href={token.href}>{inlines(token.tokens)}</SafeLink>;
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? inlines(token.tokens) : token.text;
    default:
      return 'text' in token ? token.text : null;
  }
}

function MarkdownList({ list }: { list: Tokens.List }) {
  const items = inRow(list.items.map((item) => createElement('li', null, blocks(item.tokens))));
  return list.ordered ? (
    <ol start={list.start === '' ? 1 : list.start} className="grid list-decimal gap-2 pl-6">
      {items}
    </ol>
  ) : (
    <ul className="grid list-disc gap-2 pl-6">{items}</ul>
  );
}

function MarkdownTable({ table }: { table: Tokens.Table }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr>
            {inRow(
              table.header.map((cell) =>
                createElement(
                  'th',
                  { scope: 'col', className: 'border-b border-line-strong p-2' },
                  inlines(cell.tokens),
                ),
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {inRow(
            table.rows.map((row) =>
              createElement(
                'tr',
                null,
                ...row.map((cell) =>
                  createElement('td', { className: 'border-b border-line p-2' }, inlines(cell.tokens)),
                ),
              ),
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

const LINKS = /^(?:https?:\/\/|mailto:|tel:)/i;

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!LINKS.test(href)) return children;
  return (
    <a href={href} rel="noopener noreferrer" className="underline underline-offset-4">
      {children}
    </a>
  );
}
