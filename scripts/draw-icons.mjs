/**
 * Draws the PNG pictures of apps/web/public from its icon.svg: `node scripts/draw-icons.mjs`, only after the icon, the
 * colours or the words of the preview picture changed. The pictures are in the repository, so that a build needs no browser.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './lib/find-chromium.mjs';
import { root } from './lib/run.mjs';

const folder = join(root, 'apps/web/public');
const icon = readFileSync(join(folder, 'icons/icon.svg'), 'utf8');
const font = readFileSync(
  join(
    root,
    'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  ),
).toString('base64');
const { landing_headline: headline, landing_badge: badge } = JSON.parse(
  readFileSync(join(root, 'apps/web/src/messages/en/landing.json'), 'utf8'),
);

const iconPage = `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${icon}`;
/** What a shared link shows, 1200 × 630. */
const previewPage = `
  <style>
    @font-face { font-family: Display; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; width: 1200px; height: 630px; background: #fbfaf7; color: #1b1815; font-family: Display;
      display: grid; grid-template-columns: 1fr 400px; align-items: center; box-sizing: border-box; padding: 0 72px 0 80px }
    b { display: block; font-size: 34px; font-weight: 700; color: #a82a0f }
    h1 { margin: 26px 0 30px; font-size: 84px; line-height: 1; text-wrap: balance; font-weight: 800; letter-spacing: -.03em }
    p { margin: 0; font-size: 27px; font-weight: 500; color: #5d564e }
    svg { width: 440px; margin-left: -20px }
  </style>
  <div><b>Glassdrum</b><h1>${headline}</h1><p>${badge}</p></div>${icon}`;

const PICTURES = [
  { file: 'icons/icon-192.png', html: iconPage, width: 192, height: 192 },
  { file: 'icons/icon-512.png', html: iconPage, width: 512, height: 512 },
  { file: 'icons/apple-touch-icon.png', html: iconPage, width: 180, height: 180 },
  { file: 'social.png', html: previewPage, width: 1200, height: 630 },
];

const executablePath = await findChromium();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const { file, html, width, height } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, file) });
    await page.close();
    console.log(file);
  }
} finally {
  await browser.close();
}
