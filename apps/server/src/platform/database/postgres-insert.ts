/**
 * Rows of several tables as one statement for PostgreSQL, so that a batch of joins waits for the network once.
 *
 * 1. Each table is one part of the statement. Rows of one part are not seen by the others, but foreign keys are checked at the
 *    end of the statement, so a part may name rows of another one.
 * 2. A column is one parameter: a list that `unnest` takes apart, or the value itself where all rows have the same. Thousands
 *    of parameters, or of objects as JSON, cost more to write down and to read than to store.
 * 3. The statement has no name: PostgreSQL would keep the plan that it made for the first rows of an empty table.
 */
import { CompiledQuery } from 'kysely';
import type { NewRows } from './tables/tables.ts';

/** @param rows of each table at least one. @throws TypeError for values that are neither texts, whole numbers nor null */
export function insertStatement(rows: readonly NewRows[]): CompiledQuery {
  const parameters: unknown[] = [];
  const parts = rows.map((one) => insertInto(one, parameters));
  const last = parts.pop() ?? '';
  const before = parts.map((part, index) => `part_${index} as (${part})`).join(', ');
  return CompiledQuery.raw(parts.length === 0 ? last : `with ${before} ${last}`, parameters);
}

function insertInto({ table, count, columns }: NewRows, parameters: unknown[]): string {
  const selected: string[] = [];
  const lists: string[] = [];
  const listed: string[] = [];
  for (const { name, values, isConstant } of columns) {
    const type = typeOf(values);
    if (type === null) selected.push('null');
    else if (isConstant) {
      parameters.push(values[0]);
      selected.push(`$${parameters.length}::${type}`);
    } else {
      parameters.push(values);
      lists.push(`$${parameters.length}::${type}[]`);
      listed.push(`"${name}"`);
      selected.push(`"rows"."${name}"`);
    }
  }
  // Where nothing differs between the rows, their number alone counts.
  const from =
    lists.length === 0
      ? `generate_series(1, ${count})`
      : `unnest(${lists.join(', ')}) as "rows" (${listed.join(', ')})`;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return `insert into "${table}" (${names}) select ${selected.join(', ')} from ${from}`;
}

/** Of all that are not null; null where all are. */
function typeOf(list: readonly unknown[]): 'text' | 'bigint' | null {
  const kinds = new Set(list.map((value) => (value === null ? null : typeof value)));
  kinds.delete(null);
  const [kind = null, other] = kinds;
  if (kind === null) return null;
  if (other === undefined && kind === 'string') return 'text';
  const isWhole = list.every((value) => value === null || Number.isSafeInteger(value));
  if (other === undefined && kind === 'number' && isWhole) return 'bigint';
  throw new TypeError('A column takes texts, or whole numbers.');
}
