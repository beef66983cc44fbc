/**
 * The accounts library's door to our tables. Our columns are integers and text on both databases, so dates and booleans
 * are turned on the way in and out; its transactions are ours.
 */
import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { ComparisonOperatorExpression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { Database, Trx } from '../../platform/database/database.ts';

/** The library names tables and columns at run time. */
type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;
type Factory = ReturnType<typeof createAdapterFactory>;
type FactoryConfig = Parameters<typeof createAdapterFactory>[0]['config'];

const config: FactoryConfig = {
  adapterId: 'glassdrum',
  supportsNumericIds: false,
  supportsBooleans: false,
  supportsDates: true,
  supportsJSON: false,
  customTransformInput: ({ data }: { data: unknown }) => (data instanceof Date ? data.getTime() : data),
  customTransformOutput: ({
    data,
    fieldAttributes,
  }: {
    data: unknown;
    fieldAttributes: { type: unknown };
  }) => (fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data),
};

/** What else belongs to a new account. */
export type OnAccount = (trx: Trx, account: { id: string; name: string }) => Promise<unknown>;

export function accountStore(database: Database, onAccount: OnAccount): Factory {
  return (options) =>
    createAdapterFactory({
      config: {
        ...config,
        transaction: (work) => database.transaction((trx) => work(storeIn(trx, onAccount)(options))),
      },
      adapter: () =>
        adapterOn(database.query as unknown as Kysely<AnyTables>, (account) =>
          database.transaction((trx) => onAccount(trx, account)),
        ),
    })(options);
}

function storeIn(trx: Trx, onAccount: OnAccount): Factory {
  return createAdapterFactory({
    config: { ...config, transaction: false },
    adapter: () => adapterOn(trx as unknown as Kysely<AnyTables>, (account) => onAccount(trx, account)),
  });
}

const COMPARISONS: Partial<Record<NonNullable<CleanedWhere['operator']>, ComparisonOperatorExpression>> = {
  eq: '=',
  ne: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: 'in',
  not_in: 'not in',
};

function matching(conditions: readonly CleanedWhere[]) {
  return (build: ExpressionBuilder<AnyTables, string>) => {
    const parts = conditions.map(({ field, operator, value, connector }) => {
      const comparison = COMPARISONS[operator ?? 'eq'];
      if (comparison === undefined) throw new Error(`Accounts are not searched with "${operator}".`);
      if (value === null)
        return { connector, test: build(field, comparison === '=' ? 'is' : 'is not', null) };
      return { connector, test: build(field, comparison, value) };
    });
    const all = parts.filter((part) => part.connector === 'AND').map((part) => part.test);
    const any = parts.filter((part) => part.connector === 'OR').map((part) => part.test);
    return build.and([...all, ...(any.length === 0 ? [] : [build.or(any)])]).$castTo<SqlBool>();
  };
}

function adapterOn(
  query: Kysely<AnyTables>,
  onAccount: (account: { id: string; name: string }) => Promise<unknown>,
): CustomAdapter {
  return {
    async create<T extends Row>({ model, data }: { model: string; data: T }) {
      const row = await query.insertInto(model).values(data).returningAll().executeTakeFirstOrThrow();
      if (model === 'users') await onAccount(row as { id: string; name: string });
      return row as T;
    },
    async findOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const row = await query.selectFrom(model).selectAll().where(matching(where)).executeTakeFirst();
      return (row ?? null) as T | null;
    },
    async findMany<T>(input: {
      model: string;
      where?: CleanedWhere[] | undefined;
      limit: number;
      offset?: number | undefined;
      sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
    }) {
      let rows = query.selectFrom(input.model).selectAll().limit(input.limit);
      if (input.where !== undefined) rows = rows.where(matching(input.where));
      if (input.sortBy !== undefined) rows = rows.orderBy(input.sortBy.field, input.sortBy.direction);
      if (input.offset !== undefined) rows = rows.offset(input.offset);
      return (await rows.execute()) as T[];
    },
    async update<T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) {
      const rows = await query
        .updateTable(model)
        .set(update as Row)
        .where(matching(where))
        .returningAll()
        .execute();
      return (rows[0] ?? null) as T | null;
    },
    async updateMany({ model, where, update }) {
      const result = await query.updateTable(model).set(update).where(matching(where)).executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
    async delete({ model, where }) {
      await query.deleteFrom(model).where(matching(where)).execute();
    },
    async deleteMany({ model, where }) {
      const result = await query.deleteFrom(model).where(matching(where)).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    async count({ model, where }) {
      let rows = query.selectFrom(model).select((build) => build.fn.countAll().as('count'));
      if (where !== undefined) rows = rows.where(matching(where));
      return Number((await rows.executeTakeFirstOrThrow()).count);
    },
  };
}
