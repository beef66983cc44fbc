/** The sections of a page that has several: a list at the side, on a phone tabs that scroll sideways. */
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

interface NavSection {
  name: string;
  label: string;
  href: string;
}

interface SectionNavProps {
  /** What the list is for, for screen readers. */
  label: string;
  sections: readonly NavSection[];
  /** Name of the section that is shown. */
  current: string;
}

export function SectionNav({ label, sections, current }: SectionNavProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[data-section="${current}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav
      aria-label={label}
      className="-mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:sticky lg:top-6 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul ref={list} className="flex gap-1 lg:grid">
        {sections.map((section) => (
          <li key={section.name} className="shrink-0">
            <Link
              href={section.href}
              data-section={section.name}
              aria-current={section.name === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-xl px-4 font-semibold text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
            >
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
