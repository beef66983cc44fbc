/** What is done to a raffle now and then: behind one button, so that the card keeps to what comes next. */
import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { m } from '../../../messages/generated/messages.js';
import { buttonLook } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';

interface MenuItem {
  label: string;
  icon: ReactNode;
  tone?: 'danger' | undefined;
  onSelect: () => void;
}

export function CardMenu({ title, items }: { title: string; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={m.console_more_for({ title })}
        data-tooltip={m.console_more()}
        className={buttonLook('quiet', 'px-0!')}
      >
        <Ellipsis aria-hidden className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-30 min-w-56 animate-appear rounded-2xl border border-line bg-card p-1.5 shadow-high"
        >
          {items.map(({ label, icon, tone, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 font-semibold -outline-offset-2 data-highlighted:bg-sunken',
                tone === 'danger' && 'text-danger',
              )}
            >
              {icon}
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
