import { pageSize } from '../../../api/page-size';

/** Pages either side of the current one. Specification 9. */
const pagesEitherSide = 2;

/** Pages that so many products fill. */
export const countPages = (total: number) => Math.ceil(total / pageSize);

/** What the pagination shows in a row: page numbers, and a gap where numbers are left out. */
export type PageEntry = number | 'gap before' | 'gap after';

/**
 * Page 1 and the last page always, two pages either side of the current one, and gaps between. Specification 2.
 *
 * @param page Current page, from 1 to `pageCount`.
 */
export function pageWindow(page: number, pageCount: number): PageEntry[] {
  const from = Math.max(2, page - pagesEitherSide);
  const to = Math.min(pageCount - 1, page + pagesEitherSide);
  const between = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  return [
    1,
    ...(from > 2 ? (['gap before'] as const) : []),
    ...between,
    ...(to < pageCount - 1 ? (['gap after'] as const) : []),
    ...(pageCount > 1 ? [pageCount] : []),
  ];
}
