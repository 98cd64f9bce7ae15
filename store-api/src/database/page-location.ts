/** Where a database reads one page of an ordered list. */
export interface PageLocation {
  /** Rows to skip from the end of the list at which the read starts. */
  offset: number;
  /** Rows of the page. 0 after the last page. */
  size: number;
  /** True when the read starts at the last row, so that the last page costs as little as the first. */
  isReversed: boolean;
}

/** Locates the rows from `start` (0 or more), at most `limit`, in a list of `total` rows from its nearer end. */
export function locatePage(start: number, limit: number, total: number): PageLocation {
  const size = Math.max(0, Math.min(limit, total - start));
  const isReversed = start > total - start - size;
  return { offset: isReversed ? Math.max(0, total - start - size) : start, size, isReversed };
}
