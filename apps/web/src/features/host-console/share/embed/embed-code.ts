/** R85: what a club pastes into its page. */
import { embedThemes } from '@glassdrum/contract';

export const THEMES = ['auto', ...embedThemes] as const;
export type EmbedTheme = (typeof THEMES)[number];

/** Pixels; enough for a title, three prizes and the link. */
const HEIGHT = 460;

/** @param url of the settings; `auto`: the colours follow the visitor's device */
export function embedAddress(url: string, theme: EmbedTheme): string {
  return theme === 'auto' ? url : `${url}?theme=${theme}`;
}

/**
 * The frame as HTML. `credentialless`: browsers that know it send no cookies even where both sites share a domain.
 * @param title for screen readers; the raffle's, which people wrote
 */
export function embedCode({ url, theme, title }: { url: string; theme: EmbedTheme; title: string }): string {
  return `<iframe src="${inAttribute(embedAddress(url, theme))}" title="${inAttribute(title)}" width="100%" height="${HEIGHT}" style="border: 0" loading="lazy" credentialless></iframe>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function inAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** One site on each line, blanks and empty lines left out. */
export function sitesOf(typed: string): string[] {
  return typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
