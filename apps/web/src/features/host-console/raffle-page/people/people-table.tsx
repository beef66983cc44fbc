/** The table of everyone in a raffle. Only rows in view are in the page; a narrow table shows a card for each person. */
import { m } from '../../../../messages/generated/messages.js';
import { classNames } from '../../../../ui/class-names.ts';
import { RowControls, VirtualList } from '../../../../ui/virtual-list.tsx';
import { remInPixels } from '../../row-height.ts';
import { type Person, canBeGrouped } from './people.ts';
import { nameOf } from './people-texts.ts';
import { PersonCells } from './person-cells.tsx';
import { SelectBox } from './select-box.tsx';
import type { PersonActions } from './use-person-actions.ts';
import type { Selection } from './use-selection.ts';

/** Two lines, in both layouts. */
const ROW_REM = 3.75;
const COLUMNS = 'grid items-center gap-x-2 px-3 @max-4xl:content-center @4xl:gap-x-3';
/** A card: what selects it, its two lines, tickets, menu. A row: as many columns as there are headings. */
const WITH_SELECTION =
  'grid-cols-[2.75rem_minmax(0,1fr)_auto_2.75rem] @4xl:grid-cols-[2.75rem_3.5rem_minmax(0,1.4fr)_minmax(0,1.3fr)_8rem_minmax(0,1fr)_7rem_5.5rem_2.75rem]';
const WITHOUT_SELECTION =
  'grid-cols-[0_minmax(0,1fr)_auto_2.75rem] @4xl:grid-cols-[3.5rem_minmax(0,1.4fr)_minmax(0,1.3fr)_8rem_minmax(0,1fr)_7rem_5.5rem_2.75rem]';

/** R81: of a role that sees no addresses; it selects nobody either. */
const WITHOUT_ADDRESSES =
  'grid-cols-[0_minmax(0,1fr)_auto_2.75rem] @4xl:grid-cols-[3.5rem_minmax(0,1.8fr)_9rem_minmax(0,1fr)_7rem_5.5rem_2.75rem]';

/** To screen readers: more than are in the page. */
const UNKNOWN_ROWS = -1;

interface PeopleTableProps {
  people: readonly Person[];
  /** False while more are on their way. */
  isComplete: boolean;
  maxTickets: number;
  /** The raffle has several. */
  hasDraws: boolean;
  /** R81: the role sees them. */
  hasAddresses: boolean;
  actions: PersonActions;
  /** Null where nobody can be selected. */
  selection: Selection | null;
}

export function PeopleTable({
  people,
  isComplete,
  maxTickets,
  hasDraws,
  hasAddresses,
  actions,
  selection,
}: PeopleTableProps) {
  const columns = classNames(COLUMNS, columnsOf(hasAddresses, selection !== null));
  return (
    <div
      role="table"
      aria-label={m.raffle_people()}
      aria-rowcount={isComplete ? people.length + 1 : UNKNOWN_ROWS}
      className="@container rounded-xl border border-line bg-card"
    >
      <div role="rowgroup" className="border-b-2 border-dashed border-line @max-4xl:hidden">
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(columns, 'min-h-11 text-sm font-semibold text-ink-soft')}
        >
          <Headings hasSelection={selection !== null} hasAddresses={hasAddresses} />
        </div>
      </div>
      <VirtualList
        role="rowgroup"
        // Without buttons in its rows it must still be scrolled by keyboard.
        tabIndex={0}
        className="max-h-[max(20rem,70dvh)] rounded-xl"
        rows={people}
        rowKey={({ invitee_id: id }) => id}
        rowHeight={remInPixels(ROW_REM)}
        isFixed
        rowProps={(index) => {
          const person = people[index];
          return {
            role: 'row',
            'aria-rowindex': index + 2,
            className: classNames(
              columns,
              'border-b border-line [contain:strict]',
              person !== undefined && selection?.has(person) === true && 'bg-brand-soft',
            ),
          };
        }}
        renderRow={(person) => (
          <>
            {selection !== null && (
              <span
                role="cell"
                className="size-11 @max-4xl:col-start-1 @max-4xl:row-span-2 @max-4xl:row-start-1"
              >
                <RowControls>
                  {canBeGrouped(person) && (
                    <SelectBox
                      label={m.people_select({ name: nameOf(person) })}
                      ticked={selection.has(person)}
                      onChange={() => selection.toggle(person)}
                    />
                  )}
                </RowControls>
              </span>
            )}
            <PersonCells {...{ person, maxTickets, hasDraws, hasAddresses, actions }} />
          </>
        )}
      />
    </div>
  );
}

const HEADINGS = [
  m.console_column_entry,
  m.console_column_name,
  m.console_column_email,
  m.people_column_state,
  m.people_column_groups,
  m.console_column_joined,
  m.console_column_tickets,
];

function columnsOf(hasAddresses: boolean, hasSelection: boolean): string {
  if (!hasAddresses) return WITHOUT_ADDRESSES;
  return hasSelection ? WITH_SELECTION : WITHOUT_SELECTION;
}

function Headings({ hasSelection, hasAddresses }: { hasSelection: boolean; hasAddresses: boolean }) {
  return (
    <>
      {hasSelection && (
        <span role="columnheader">
          <span className="sr-only">{m.people_column_select()}</span>
        </span>
      )}
      {HEADINGS.filter((heading) => hasAddresses || heading !== m.console_column_email).map((heading) => (
        <span key={heading()} role="columnheader">
          {heading()}
        </span>
      ))}
      <span role="columnheader">
        <span className="sr-only">{m.console_column_actions()}</span>
      </span>
    </>
  );
}
