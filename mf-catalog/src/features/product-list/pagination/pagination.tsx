import { Link } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageSize } from '../../../api/page-size';
import { countPages, pageWindow } from './page-window';

const Frame = styled('nav')(({ theme }) => ({
  marginTop: theme.spacing(6),
  paddingTop: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > p': { margin: 0, textAlign: 'center', color: theme.vars.palette.text.secondary, fontSize: '0.9375rem' },
}));

/** Phones have the numbers in a row of their own, above Previous and Next. */
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

/** All nine entries at most stand in one row, on the narrowest phone too: there they are narrower than high. */
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
const NoStep = styled('span')(({ theme }) => ({
  ...stepStyle,
  color: theme.vars.palette.text.secondary,
  opacity: 0.6,
}));

export interface PaginationProps {
  /** The page the shopper asked for, from 1. */
  page: number;
  /** The page that shows: the one before, while the next is on its way. */
  shownPage: number;
  /** Products over all pages. */
  total: number;
  urlOf: (page: number) => string;
}

/** Turns pages by real links; absent when there is but one page. Specification 2 "Products page". */
export function Pagination({ page, shownPage, total, urlOf }: PaginationProps) {
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
        <Step url={page > 1 ? urlOf(page - 1) : null} area="previous">
          <ArrowLeft size={18} aria-hidden />
          Previous
        </Step>
        <Numbers>
          {pageWindow(Math.min(page, pageCount), pageCount).map((entry) => (
            <li key={entry}>
              {typeof entry === 'number' ? (
                <PageLink
                  to={urlOf(entry)}
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
        <Step url={page < pageCount ? urlOf(page + 1) : null} area="next">
          Next
          <ArrowRight size={18} aria-hidden />
        </Step>
      </Row>
    </Frame>
  );
}

interface StepProps {
  /** Where it leads; null at the first or last page. */
  url: string | null;
  area: 'previous' | 'next';
  children: ReactNode;
}

function Step({ url, area, children }: StepProps) {
  const style = { gridArea: area, justifySelf: area === 'next' ? 'end' : 'start' };
  if (url === null) {
    return (
      <NoStep style={style} aria-disabled>
        {children}
      </NoStep>
    );
  }
  return (
    <StepLink to={url} style={style}>
      {children}
    </StepLink>
  );
}
