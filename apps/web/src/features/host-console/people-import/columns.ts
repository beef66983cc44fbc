/** Which column of a table holds what (R66): recognised by its heading, in any order, or chosen by the host. Pure. */
import { isEmailAddress } from '@glassdrum/raffle-rules';

/** In the order in which the host chooses from them. */
export const columnRoles = ['name', 'first', 'last', 'email', 'tickets', 'groups', 'notes'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Headings with everything but letters taken out. */
const HEADINGS: Record<ColumnRole, readonly string[]> = {
  name: [
    'name',
    'displayname',
    'fullname',
    'participant',
    'participantname',
    'invitee',
    'inviteename',
    'guest',
    'guestname',
    'attendee',
    'attendeename',
    'member',
    'membername',
    'person',
    'teilnehmer',
    'nom',
    'nombre',
  ],
  first: ['first', 'firstname', 'givenname', 'forename', 'vorname', 'prénom', 'prenom'],
  last: ['last', 'lastname', 'surname', 'familyname', 'nachname', 'nomdefamille', 'apellido', 'apellidos'],
  email: [
    'email',
    'emailaddress',
    'mail',
    'mailaddress',
    'emailadresse',
    'mailadresse',
    'courriel',
    'correo',
  ],
  tickets: [
    'tickets',
    'ticket',
    'numberoftickets',
    'ticketcount',
    'nooftickets',
    'ticketsbought',
    'ticketssold',
    'entries',
    'quantity',
    'qty',
    'lose',
    'anzahllose',
    'anzahl',
    'billets',
    'boletos',
  ],
  groups: [
    'group',
    'groups',
    'label',
    'labels',
    'tag',
    'tags',
    'category',
    'categories',
    'groupname',
    'department',
    'abteilung',
    'gruppe',
    'gruppen',
    'groupe',
    'grupo',
  ],
  notes: [
    'notes',
    'note',
    'comment',
    'comments',
    'remark',
    'remarks',
    'bemerkung',
    'bemerkungen',
    'kommentar',
    'notiz',
    'notizen',
    'nota',
    'notas',
  ],
};

/** What a heading calls its column; null for one that means nothing here. */
export function roleOfHeading(heading: string): ColumnRole | null {
  const word = heading.toLocaleLowerCase('en').replace(/[^\p{L}]/gu, '');
  return columnRoles.find((role) => HEADINGS[role].includes(word)) ?? null;
}

export interface ColumnPlan {
  /** The first row that is not blank names the columns, and nobody. */
  hasHeadings: boolean;
  /** Of each column; null for one that is left out. */
  roles: readonly (ColumnRole | null)[];
}

type Rows = readonly (readonly string[])[];

/** More columns than any list of people has. */
const MOST_COLUMNS = 40;
/** As many rows tell what a column without a heading holds. */
const ROWS_LOOKED_AT = 50;

function countColumns(rows: Rows): number {
  return Math.min(
    MOST_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
}

export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/**
 * By the headings. Without any that is known, the first row names somebody already: then a column of addresses is found by what
 * it holds, the first other one is the names, and the host says the rest.
 */
export function guessColumns(rows: Rows): ColumnPlan {
  const count = countColumns(rows);
  const first = rows.find((row) => !isBlank(row)) ?? [];
  const roles: (ColumnRole | null)[] = Array.from({ length: count }, () => null);
  for (let column = 0; column < count; column += 1) {
    const role = roleOfHeading(first[column] ?? '');
    if (role !== null && !roles.includes(role)) roles[column] = role;
  }
  if (roles.some((role) => role !== null)) return { hasHeadings: true, roles };
  const emails = roles.findIndex((_role, column) => holdsAddresses(rows, column));
  if (emails !== -1) roles[emails] = 'email';
  const names = roles.indexOf(null);
  if (names !== -1) roles[names] = 'name';
  return { hasHeadings: false, roles };
}

/** More than half of what is in it. */
function holdsAddresses(rows: Rows, column: number): boolean {
  const cells = rows
    .slice(0, ROWS_LOOKED_AT)
    .map((row) => (row[column] ?? '').trim())
    .filter((cell) => cell !== '');
  return cells.filter(isEmailAddress).length * 2 > cells.length;
}

/** The plan with another role of one column. Each role has one column at most, and a whole name goes without its parts. */
export function withRole(plan: ColumnPlan, column: number, role: ColumnRole | null): ColumnPlan {
  const isDisplaced = (other: ColumnRole | null): boolean =>
    other !== null &&
    (other === role ||
      (role === 'name' && (other === 'first' || other === 'last')) ||
      ((role === 'first' || role === 'last') && other === 'name'));
  const roles = plan.roles.map((other, index) => {
    if (index === column) return role;
    return isDisplaced(other) ? null : other;
  });
  return { ...plan, roles };
}

/** Nobody can be added without a name. */
export function hasNames({ roles }: ColumnPlan): boolean {
  return roles.some((role) => role === 'name' || role === 'first' || role === 'last');
}
