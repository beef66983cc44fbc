/** Two or more views of which one is shown; arrow keys move between the tabs. */
import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { classNames } from './class-names.ts';

/** As many labels as a phone shows at full size. */
const FEW = 3;

interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly [Tab, ...Tab[]];
  /** The value of the tab that is shown at first; the first one unless given. */
  initial?: string;
}

export function Tabs({ label, tabs, initial = tabs[0].value }: TabsProps) {
  return (
    <Radix.Root defaultValue={initial}>
      <Radix.List
        aria-label={label}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-2xl bg-sunken p-1.5"
      >
        {tabs.map(({ value, label: text }) => (
          <Radix.Trigger
            key={value}
            value={value}
            className={classNames(
              'min-h-11 rounded-xl px-3 font-semibold text-ink-soft hover:text-ink data-[state=active]:bg-ink data-[state=active]:text-paper',
              tabs.length > FEW && 'max-sm:px-1 max-sm:text-sm',
            )}
          >
            {text}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value, content }) => (
        <Radix.Content key={value} value={value} className="mt-6 rounded-xl">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
