/** What is done to a raffle, or to one of its people, now and then: behind one button, so that what comes next stands out. */
import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { m } from '../../../messages/generated/messages.js';
import { buttonLook, type ButtonVariant } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';

interface MenuItem {
  label: string;
  icon: ReactNode;
  tone?: 'danger' | undefined;
  onSelect: () => void;
}

interface CardMenuProps {
  title: string;
  items: readonly MenuItem[];
  variant?: ButtonVariant;
}

export function CardMenu({ title, items, variant = 'quiet' }: CardMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={m.console_more_for({ title })}
        data-tooltip={m.console_more()}
        className={buttonLook(variant, 'px-0!')}
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
