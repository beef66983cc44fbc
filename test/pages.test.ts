/** The pages whose headers the server's tests look at are those that the web app has (M3). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../apps/server/test/support/pages.ts';

test('M3 every page of the web app is among those whose policy is tested', () => {
  const source = readFileSync(join(import.meta.dirname, '../apps/web/src/app.tsx'), 'utf8');
  const routes = Array.from(source.matchAll(/<Route path="([^"]+)"/g), ([, path = '']) => path);
  expect(routes.length).toBeGreaterThan(20);
  expect(PAGES).toEqual(routes.map((path) => path.replaceAll(/:\w+\??/g, 'n'.repeat(22))));
});
