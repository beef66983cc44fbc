/** Where a page of a list begins that is sorted by a time and an id: after the last row of the previous page. */
export interface PageCursor {
  /** Epoch ms. */
  at: number;
  id: string;
}

/** As `next` of a page's answer. */
export function writeCursor({ at, id }: PageCursor): string {
  return `${at}.${id}`;
}

/** Null, which is the first page, for any other text. */
export function readCursor(text: string | null): PageCursor | null {
  const match = /^(\d{1,16})\.([A-Za-z0-9_:-]{1,200})$/.exec(text ?? '');
  return match === null ? null : { at: Number(match[1]), id: match[2] ?? '' };
}
