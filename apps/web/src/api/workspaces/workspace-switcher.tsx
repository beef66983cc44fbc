/** Changes the workspace that is shown (R81). Nothing for those who belong to one only. */
import { Check, ChevronsUpDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { classNames } from '../../ui/class-names.ts';
import { MENU, MENU_ITEM } from '../../ui/menu-look.ts';
import { roleName } from '../../ui/role-texts.ts';
import { useCurrentWorkspace, useSelectWorkspace, useWorkspaces } from './workspaces.ts';

export function WorkspaceSwitcher() {
  const { data: workspaces } = useWorkspaces();
  const current = useCurrentWorkspace();
  const select = useSelectWorkspace();
  if (workspaces === undefined || current === undefined || workspaces.length < 2) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={m.workspace_switch_name({ workspace: current.name })}
        className={buttonLook('quiet', 'max-w-full min-w-0')}
      >
        <span className="min-w-0 truncate">{current.name}</span>
        <ChevronsUpDown aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            MENU,
            'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto',
          )}
        >
          <DropdownMenu.RadioGroup value={current.id} onValueChange={select}>
            {workspaces.map(({ id, name, role }) => (
              <DropdownMenu.RadioItem key={id} value={id} className={classNames(MENU_ITEM, 'max-w-80')}>
                <span className="size-5 shrink-0">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="size-5" />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="min-w-0 py-1.5 leading-tight">
                  <span className="line-clamp-2 wrap-anywhere">{name}</span>
                  <span className="block text-sm font-normal text-ink-soft">{roleName(role)}</span>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
