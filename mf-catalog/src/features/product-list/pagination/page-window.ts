import { pageSize } from '../../../api/page-size';

/** Pages on each side of the current page. Specification 9. */
const pagesEitherSide = 2;

/** Returns the number of pages for a number of products. */
export const countPages = (total: number) => Math.ceil(total / pageSize);

/** Returns the last page when the page is above it, else undefined. A list without products has no last page. */
export function getLastPageBefore(page: number, total: number): number | undefined {
  const lastPage = countPages(total);
  return lastPage >= 1 && page > lastPage ? lastPage : undefined;
}

/** An entry of the pagination: a page number, or a gap for omitted numbers. */
export type PageEntry = number | 'gap before' | 'gap after';

/**
 * Returns the entries of the pagination: page 1, the last page, two pages on each side of the current page, and gaps.
 *
 * @param page Current page, from 1 to `pageCount`.
 * @see Specification 2 "Products page"
 * @example getPageWindow(5, 9) // [1, 'gap before', 3, 4, 5, 6, 7, 'gap after', 9]
 */
export function getPageWindow(page: number, pageCount: number): PageEntry[] {
  const from = Math.max(2, page - pagesEitherSide);
  const to = Math.min(pageCount - 1, page + pagesEitherSide);
  const between = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return [
    1,
    ...(from > 2 ? (['gap before'] as const) : []),
    ...between,
    ...(to < pageCount - 1 ? (['gap after'] as const) : []),
    ...(pageCount > 1 ? [pageCount] : []),
  ];
}
