/**
 * The page in the frame (R85): asks for the raffle, shows it, and asks again as often as the server says. It sends no cookie,
 * stores nothing, and opens no live connection. `?theme=light` or `dark` fixes its colours; without it the device decides.
 */
import type { EmbedView } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import './page.css';
import { announcement, renderEmbed, renderNotice, tick } from './render.ts';

/** Until the next try after a failed one, milliseconds. */
const RETRY_MS = 10_000;
const TICK_MS = 1000;

const place = document.querySelector('#embed');
const said = document.querySelector('#said');
if (place === null || said === null) throw new Error('The page has no #embed.');
const [, key = ''] = /^\/embed\/([^/]+)/.exec(location.pathname) ?? [];

/** What is shown, without the time; the server's clock minus this device's, milliseconds. */
let shown = '';
let ahead = 0;

chooseTheme();
show(renderNotice(m.embed_loading()), '');
setInterval(() => tick(document, Date.now() + ahead), TICK_MS);
void refresh();

function chooseTheme(): void {
  const theme = new URLSearchParams(location.search).get('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.classList.toggle(
      'dark',
      theme === 'dark' || (theme !== 'light' && dark.matches),
    );
  };
  apply();
  dark.addEventListener('change', apply);
}

async function refresh(): Promise<void> {
  let again = RETRY_MS;
  try {
    const answer = await fetch(`/api/embed/${key}`, { credentials: 'omit', cache: 'no-store' });
    if (answer.ok) {
      const view = (await answer.json()) as EmbedView;
      again = view.refresh_s * 1000;
      showView(view);
    } else if (answer.status === 404) {
      show(renderNotice(m.embed_gone()), 'gone');
    } else if (shown === '') show(renderNotice(m.embed_away()), '');
  } catch {
    if (shown === '') show(renderNotice(m.embed_away()), '');
  }
  setTimeout(() => void refresh(), again);
}

function showView(view: EmbedView): void {
  ahead = view.now - Date.now();
  const { now: _now, refresh_s: _refresh, ...content } = view;
  const text = JSON.stringify(content);
  if (text === shown) return;
  const results = announcement(view);
  const isNew = shown !== '' && results !== null && said?.textContent !== results;
  show(renderEmbed(view, location.origin), text);
  tick(document, view.now);
  if (isNew && said !== null) said.textContent = results;
}

/** Keeps the focus on the link where it was there. */
function show(content: HTMLElement, text: string): void {
  const hadFocus = place?.contains(document.activeElement) === true;
  place?.replaceChildren(content);
  if (hadFocus) content.querySelector('a')?.focus({ preventScroll: true });
  shown = text;
}
