/** R68: how many entries joined themselves, were entered by the host, or are on paper; nothing where all joined themselves. */
import type { EntriesBySource } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { useCustoms } from '../../ui/on-device.ts';

interface SourcesLineProps {
  /** Undefined in what a device stored of an older version. */
  sources: EntriesBySource | undefined;
  className?: string;
}

export function SourcesLine({ sources, className }: SourcesLineProps) {
  const { locale } = useCustoms();
  const text = sources === undefined ? null : sourcesText(sources, locale);
  return text === null ? null : <p className={className}>{text}</p>;
}

/** "184 joined, 96 entered by the host"; null where nobody else entered anyone. */
export function sourcesText({ self, host, paper }: EntriesBySource, locale?: string): string | null {
  if (host + paper === 0) return null;
  return [
    { text: m.participation_sources_self, count: self },
    { text: m.participation_sources_host, count: host },
    { text: m.participation_sources_paper, count: paper },
  ]
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => text({ shown: count.toLocaleString(locale) }))
    .join(', ');
}
