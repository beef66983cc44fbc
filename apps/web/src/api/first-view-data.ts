/** What a page's first view was rendered with: it comes with the HTML and fills the cache of queries before the app starts. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** A value of the cache of queries. */
export type Seed = [key: QueryKey, value: unknown];

export interface FirstViewData {
  /** Epoch ms on the server's clock. */
  now: number;
  seeds: Seed[];
}

export function fillQueries(queries: QueryClient, { seeds }: FirstViewData): void {
  for (const [key, value] of seeds) queries.setQueryData(key, value);
}
