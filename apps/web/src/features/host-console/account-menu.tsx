/** Behind the name of the signed-in person: what belongs to the person, and not to a raffle. */
import type { CurrentUser } from '@glassdrum/contract';
import { ChevronDown, UserRound, UsersRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'wouter';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { MENU, MENU_ITEM } from '../../ui/menu-look.ts';

export function AccountMenu({ user }: { user: CurrentUser }) {
  const items = [
    { path: '/account', label: m.accounts_account(), Icon: UserRound },
    { path: '/workspace', label: m.workspace_title(), Icon: UsersRound },
  ];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={m.accounts_account_of({ name: user.name })}
        className={buttonLook('plain', 'min-w-0 px-2! text-ink-soft')}
      >
        <UserRound aria-hidden className="size-5 shrink-0" />
        <span className="max-w-56 truncate max-sm:hidden">{user.name}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={12} className={MENU}>
          {items.map(({ path, label, Icon }) => (
            <DropdownMenu.Item key={path} asChild>
              <Link href={path} className={MENU_ITEM}>
                <Icon aria-hidden className="size-5" />
                {label}
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
