import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

const html = (text: string): string => renderToStaticMarkup(<Markdown text={text} />);

describe("the operator's Markdown", () => {
  it('becomes headings, lists, tables and emphasis', () => {
    const page = html(
      '## 1. Who\n\nWe, **the club**, are *here*.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    );
    expect(page).toMatch(/<h3[^>]*>1\. Who<\/h3>/);
    expect(page).toContain('<p>We, <strong>the club</strong>, are <em>here</em>.</p>');
    expect(page).toMatch(/<ul[^>]*><li><p>one<\/p><\/li><li><p>two<\/p><\/li><\/ul>/);
    expect(page).toMatch(/<th[^>]*>a<\/th>.*<td[^>]*>2<\/td>/);
  });

  it.each([
    ['a block', '<script>alert(1)</script>'],
    ['an image with a script', 'Hello <img src=x onerror=alert(1)> you'],
    ['a style', '<style>*{display:none}</style>\n\ntext'],
    ['a frame', '<iframe src="https://example.org"></iframe>'],
  ])('C9: shows HTML as text: %s', (_, text) => {
    expect(html(text)).not.toMatch(/<(?:script|img|style|iframe)/);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.org',
    '/host',
  ])('C9: makes no link to %s', (href) => {
    const page = html(`[here](${href})`);
    expect(page).not.toContain('<a');
    expect(page).toContain('here');
  });

  it.each(['https://example.org/a?b=c', 'http://example.org', 'mailto:club@example.org', 'tel:+4912345'])(
    'links to %s',
    (href) => {
      expect(html(`[here](${href})`)).toContain(`href="${href}"`);
    },
  );

  it('C9: loads no image', () => {
    const page = html('![the logo](https://example.org/logo.png)');
    expect(page).not.toContain('<img');
    expect(page).toContain('the logo');
  });
});
