/** The sections of a raffle's page: a list at the side, on a phone tabs that scroll sideways. */
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { m } from '../../../messages/generated/messages.js';
import { type SectionName, sectionPath, SECTIONS } from './sections.ts';

interface SectionNavProps {
  raffleId: string;
  current: SectionName;
}

export function SectionNav({ raffleId, current }: SectionNavProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[data-section="${current}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav
      aria-label={m.raffle_sections()}
      className="-mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:sticky lg:top-6 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul ref={list} className="flex gap-1 lg:grid">
        {SECTIONS.map(({ section, label }) => (
          <li key={section} className="shrink-0">
            <Link
              href={sectionPath(raffleId, section)}
              data-section={section}
              aria-current={section === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-xl px-4 font-semibold text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
            >
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
