import { Link } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageSize } from '../../../api/page-size';
import { countPages, getPageWindow } from './page-window';

const Frame = styled('nav')(({ theme }) => ({
  marginTop: theme.spacing(6),
  paddingTop: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > p': { margin: 0, textAlign: 'center', color: theme.vars.palette.text.secondary, fontSize: '0.9375rem' },
}));

/** On phones the numbers are in a row above 'Previous' and 'Next'. */
const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplate: '"numbers numbers" auto "previous next" auto / 1fr 1fr',
  gap: theme.spacing(1),
  marginTop: theme.spacing(1.5),
  [theme.breakpoints.up('md')]: {
    gridTemplate: '"previous numbers next" auto / auto auto auto',
    justifyContent: 'center',
    gap: theme.spacing(3),
  },
}));

/** At most nine entries share one row, even on the narrowest phone, where an entry is narrower than high. */
const Numbers = styled('ol')(({ theme }) => ({
  gridArea: 'numbers',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    flex: '1 1 30px',
    minWidth: 'min-content',
    maxWidth: 44,
    minHeight: 44,
    display: 'grid',
    placeItems: 'center',
    [theme.breakpoints.up('md')]: { flex: '0 0 44px', maxWidth: 'none' },
  },
}));

const PageLink = styled(Link)(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  minWidth: 24,
  minHeight: 44,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  fontVariantNumeric: 'tabular-nums',
  borderBottom: '2px solid transparent',
  '&:hover': { borderBottomColor: theme.vars.palette.divider },
  '&[aria-current]': { color: theme.vars.palette.primary.main, fontWeight: 600, borderBottomColor: 'currentColor' },
}));

const stepStyle = { display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 44, fontWeight: 600 };
const StepLink = styled(Link)(({ theme }) => ({
  ...stepStyle,
  color: theme.vars.palette.primary.main,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.3em' },
}));
const DisabledStep = styled('span')(({ theme }) => ({
  ...stepStyle,
  color: theme.vars.palette.text.secondary,
  opacity: 0.6,
}));

export interface PaginationProps {
  /** The page of the URL, from 1. */
  page: number;
  /** The page on screen: the previous page while the next one loads. */
  shownPage: number;
  /** Number of products over all pages. */
  total: number;
  getPageUrl: (page: number) => string;
}

/** Links to the pages of the list. Renders nothing when the list has one page. Specification 2 "Products page". */
export function Pagination({ page, shownPage, total, getPageUrl }: PaginationProps) {
  const pageCount = countPages(total);
  if (pageCount <= 1) return null;
  const from = (shownPage - 1) * pageSize + 1;
  const to = Math.min(shownPage * pageSize, total);
  return (
    <Frame aria-label="Pagination">
      <p role="status">
        Showing {from} to {to} of {total} items
      </p>
      <Row>
        <Step url={page > 1 ? getPageUrl(page - 1) : null} area="previous">
          <ArrowLeft size={18} aria-hidden />
          Previous
        </Step>
        <Numbers>
          {getPageWindow(Math.min(page, pageCount), pageCount).map((entry) => (
            <li key={entry}>
              {typeof entry === 'number' ? (
                <PageLink
                  to={getPageUrl(entry)}
                  aria-label={`Page ${entry}`}
                  aria-current={entry === page ? 'page' : undefined}
                >
                  {entry}
                </PageLink>
              ) : (
                <span aria-hidden>…</span>
              )}
            </li>
          ))}
        </Numbers>
        <Step url={page < pageCount ? getPageUrl(page + 1) : null} area="next">
          Next
          <ArrowRight size={18} aria-hidden />
        </Step>
      </Row>
    </Frame>
  );
}

interface StepProps {
  /** Target of the link. Null on the first or last page. */
  url: string | null;
  area: 'previous' | 'next';
  children: ReactNode;
}

function Step({ url, area, children }: StepProps) {
  const style = { gridArea: area, justifySelf: area === 'next' ? 'end' : 'start' };
  if (url === null) {
    return (
      <DisabledStep style={style} aria-disabled>
        {children}
      </DisabledStep>
    );
  }
  return (
    <StepLink to={url} style={style}>
      {children}
    </StepLink>
  );
}
