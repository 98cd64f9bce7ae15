import { useTexts } from '@shop/language/texts';
import { Link } from '@shop/router/router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './pagination.module.css';

export interface PaginationProps {
  /** The page of the URL, from 1. */
  page: number;
  /** The page on screen: the previous page while the next one loads. */
  shownPage: number;
  /** Number of entries over all pages. */
  total: number;
  /** Number of entries of one page. */
  pageSize: number;
  /** Formats the range of entries on screen: `Showing 13 to 24 of 30 items`. */
  formatRange: (range: { from: number; to: number; total: number }) => string;
  getPageUrl: (page: number) => string;
  /** Announces the range of entries, where nothing else announces their number. Default: true. */
  isAnnounced?: boolean;
}

/**
 * Links to the pages of a list. Renders nothing when the list has one page. Specification 2 "Products page".
 *
 * @example <Pagination page={2} shownPage={2} total={30} pageSize={12} formatRange={format} getPageUrl={getUrl} />
 */
export function Pagination(props: PaginationProps) {
  const { page, shownPage, total, pageSize, formatRange, getPageUrl, isAnnounced = true } = props;
  const t = useTexts();
  const pageCount = Math.ceil(total / pageSize);
  if (pageCount <= 1) return null;
  const from = (shownPage - 1) * pageSize + 1;
  const to = Math.min(shownPage * pageSize, total);
  return (
    <nav className={styles.pagination} aria-label={t('Pagination')}>
      <p className={styles.count} role={isAnnounced ? 'status' : undefined}>
        {formatRange({ from, to, total })}
      </p>
      <div className={styles.row}>
        <Step url={page > 1 ? getPageUrl(page - 1) : null} area="previous">
          <ArrowLeft size={18} aria-hidden />
          {t('Previous')}
        </Step>
        <ol className={styles.numbers}>
          {getPageWindow(Math.min(page, pageCount), pageCount).map((entry) => (
            <li key={entry}>
              {typeof entry === 'number' ? (
                <Link
                  className={styles.page}
                  to={getPageUrl(entry)}
                  aria-label={t('Page {number}', { number: entry })}
                  aria-current={entry === page ? 'page' : undefined}
                >
                  {entry}
                </Link>
              ) : (
                <span aria-hidden>…</span>
              )}
            </li>
          ))}
        </ol>
        <Step url={page < pageCount ? getPageUrl(page + 1) : null} area="next">
          {t('Next')}
          <ArrowRight size={18} aria-hidden />
        </Step>
      </div>
    </nav>
  );
}

interface StepProps {
  /** Target of the link. Null on the first or last page. */
  url: string | null;
  area: 'previous' | 'next';
  children: ReactNode;
}

function Step({ url, area, children }: StepProps) {
  if (url === null) {
    return (
      <span className={styles.step} data-area={area} aria-disabled>
        {children}
      </span>
    );
  }
  return (
    <Link className={styles.step} data-area={area} to={url}>
      {children}
    </Link>
  );
}

/** Pages on each side of the current page. Specification 9. */
const pagesEitherSide = 2;

/** An entry of the pagination: a page number, or a gap for omitted numbers. */
type PageEntry = number | 'gap before' | 'gap after';

/**
 * Returns the entries of the pagination: page 1, the last page, two pages on each side of the current page, and gaps.
 *
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
