/** What the stage shows in turn: more than fits at once is turned like pages, without anybody pressing anything. */
import { useEffect, useState } from 'react';

const TURN_MS = 8000;

/** Counts on, once every some seconds. */
export function useTurns(): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurns((count) => count + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return turns;
}

export interface Turn<Item> {
  shown: readonly Item[];
  /** From 1. */
  page: number;
  pages: number;
}

/** @param perPage at least 1 */
export function turnOf<Item>(items: readonly Item[], perPage: number, turns: number): Turn<Item> {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = turns % pages;
  return { shown: items.slice(page * perPage, (page + 1) * perPage), page: page + 1, pages };
}
