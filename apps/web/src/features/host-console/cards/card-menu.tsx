/** What is done to a raffle, or to one of its people, now and then: behind one button, so that what comes next stands out. */
import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { m } from '../../../messages/generated/messages.js';
import { buttonLook, type ButtonVariant } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';
import { MENU, MENU_ITEM } from '../../../ui/menu-look.ts';

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
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={12} className={MENU}>
          {items.map(({ label, icon, tone, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              className={classNames(MENU_ITEM, tone === 'danger' && 'text-danger')}
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
