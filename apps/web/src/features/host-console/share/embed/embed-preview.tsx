/**
 * What the other sites show, by the embed's own code and style (R85). No frame: an embed may be framed by the named sites alone,
 * and this is none of them.
 */
import { useEffect, useRef } from 'react';
import type { EmbedView } from '@glassdrum/contract';
import { renderEmbed, tick } from '../../../../embed/render.ts';
import css from '../../../../embed/embed.css?inline';
import { classNames } from '../../../../ui/class-names.ts';
import type { EmbedTheme } from './embed-code.ts';

/** The page's heading above the preview is of the fourth level. */
const LEVELS_DOWN = 4;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

export function EmbedPreview({ view, theme }: { view: EmbedView; theme: EmbedTheme }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const content = renderEmbed(view, location.origin, 'div');
    if (theme !== 'auto') content.classList.add(theme);
    for (const heading of content.querySelectorAll('h1, h2')) {
      heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) + LEVELS_DOWN));
    }
    root.replaceChildren(content);
    tick(root, view.now);
  }, [view, theme]);
  return <div ref={place} className={classNames('overflow-hidden rounded-xl border border-line-strong')} />;
}
