/** What each column of the list holds, with the first cells of it, as recognised or as the host says (R66). */
import { useId } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { Select } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { PeopleTable } from '../invitees/invitee-worker-protocol.ts';
import { type ColumnPlan, type ColumnRole, columnRoles, withRole } from './columns.ts';

interface ColumnChooserProps {
  table: PeopleTable;
  columns: ColumnPlan;
  onChange: (columns: ColumnPlan) => void;
}

export function ColumnChooser({ table, columns, onChange }: ColumnChooserProps) {
  const id = useId();
  const [first = [], ...others] = table.preview;
  const samples = columns.hasHeadings ? others : table.preview;
  const shown = columns.roles.map((role, column) => {
    const heading = columns.hasHeadings ? (first[column] ?? '') : '';
    return { column, role, name: heading === '' ? m.people_import_column({ number: column + 1 }) : heading };
  });
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="text-lg">
          {m.people_import_columns()}
        </h3>
        <p className="text-sm text-ink-soft">{m.people_import_columns_text()}</p>
      </div>
      <ul className="divide-y divide-line rounded-2xl border border-line px-3.5">
        {shown.map(({ column, role, name }) => (
          <li
            key={column}
            className="grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-3 py-2.5 max-[24rem]:grid-cols-[minmax(0,1fr)_8.5rem]"
          >
            <p className="min-w-0">
              <span className="block truncate font-semibold">{name}</span>
              <span className="block truncate text-sm text-ink-soft">{samplesOf(samples, column)}</span>
            </p>
            <Select
              aria-label={m.people_import_column_holds({ column: name })}
              value={role ?? ''}
              onChange={({ target }) => onChange(withRole(columns, column, roleOf(target.value)))}
            >
              <option value="">{m.people_import_role_none()}</option>
              {columnRoles.map((one) => (
                <option key={one} value={one}>
                  {roleText(one)}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      <Switch
        label={m.people_import_headings()}
        checked={columns.hasHeadings}
        onCheckedChange={(hasHeadings) => onChange({ ...columns, hasHeadings })}
      />
    </section>
  );
}

function samplesOf(rows: readonly (readonly string[])[], column: number): string {
  return rows
    .map((row) => row[column] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');
}

function roleOf(value: string): ColumnRole | null {
  return columnRoles.find((role) => role === value) ?? null;
}

function roleText(role: ColumnRole): string {
  switch (role) {
    case 'name':
      return m.people_import_role_name();
    case 'first':
      return m.people_import_role_first();
    case 'last':
      return m.people_import_role_last();
    case 'email':
      return m.people_import_role_email();
    case 'tickets':
      return m.people_import_role_tickets();
    case 'groups':
      return m.people_import_role_groups();
    case 'notes':
      return m.people_import_role_notes();
  }
}
