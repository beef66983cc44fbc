/** R95: what a server rendered into a page is left out of the comparison with a release, and nothing that could run is. */
import { describe, expect, test } from 'vitest';
import { parseSiteBuild, withoutFirstView } from '../src/site-build.ts';

const page = (view: string, data = '{"now":1}'): string => `<!doctype html>
<html><head><script>theme()</script></head><body>
    <div id="root">${view}</div>
    <script type="application/json" id="first-view">${data}</script>
</body></html>`;

const EMPTY = withoutFirstView(page('', ''));

describe('R95: a first view is no part of the page that is compared', () => {
  test.each([
    '<main id="main" tabindex="-1"><h1 class="text-4xl">Ada &lt;script&gt; &amp; co</h1></main>',
    '<!--$--><p>one</p><!--/$--><!-- --><a href="/legal">two</a>',
    '<form><input type="text" required="" aria-describedby="_R_1_-hint" value=" onclick=steal()"/></form>',
    '<svg viewBox="0 0 24 24"><path d="M1 1h2"></path><circle cx="1" cy="2" r="3"/></svg>',
    '<img src="/api/objects/abc.webp" alt="" width="1200"/><a href="https://example.org/">a sponsor</a>',
  ])('%s', (view) => {
    expect(withoutFirstView(page(view))).toBe(EMPTY);
  });

  test.each([
    '<script>steal()</script>',
    '<script src="/assets/other.js"></script>',
    '<p>one</p><SCRIPT type="module">steal()</SCRIPT>',
    '<img src="/x.png" onerror="steal()"/>',
    '<img src="/x.png" ONERROR="steal()"/>',
    '<img src=x onerror=steal()>',
    '<svg/onload=steal()>',
    '<a href="javascript:steal()">two</a>',
    '<a href="java&#115;cript:steal()">two</a>',
    '<button formaction="javascript:steal()">two</button>',
    '<iframe srcdoc="&lt;script&gt;steal()&lt;/script&gt;"></iframe>',
    '<object data="/x"></object>',
    '<link rel="modulepreload" href="/assets/other.js"/>',
    '<meta http-equiv="refresh" content="0;url=https://example.org"/>',
    '<base href="https://example.org/"/>',
    '<svg><use href="/x.svg#a"></use></svg>',
    '<svg><set attributeName="href" to="javascript:steal()"></set></svg>',
    '<p <script>steal()</script>',
    '<!--><script>steal()</script>-->',
  ])('but this stays: %s', (view) => {
    expect(withoutFirstView(page(view))).toContain(view);
    expect(withoutFirstView(page(view))).not.toBe(EMPTY);
  });

  test('its data are no script, whatever they hold, and end with their element', () => {
    expect(withoutFirstView(page('', '{"a":"\\u003c/script\\u003e"}'))).toBe(EMPTY);
    expect(withoutFirstView(page('', '1</script><script>steal()</script>'))).toContain('steal()');
  });
});

test('R95: lists of builds without first views are read as before', () => {
  const hash = 'a'.repeat(64);
  const list = { format: 'glassdrum-build/1', version: '0.1.0', commit: null, page: hash, files: {} };
  expect(parseSiteBuild(list)?.view).toBeNull();
  expect(parseSiteBuild({ ...list, view: hash })?.view).toBe(hash);
  expect(parseSiteBuild({ ...list, view: 'x' })).toBeNull();
});
