import { Link } from '@shop/router/router';
import { styled, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import { useScrollToFragment } from './use-scroll-to-fragment';

/** A section of a policy, for the list of links. */
export interface PolicySectionLink {
  id: string;
  heading: string;
}

export interface PolicyArticleProps {
  sections: readonly PolicySectionLink[];
  children: ReactNode;
}

export const PolicyColumns = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(4),
  paddingTop: theme.spacing(5),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('lg')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 68ch) 240px',
    justifyContent: 'space-between',
    columnGap: theme.spacing(8),
    paddingTop: theme.spacing(7),
  },
  '@media print': { display: 'block' },
}));

const Contents = styled('nav')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.up('lg')]: { display: 'block', position: 'sticky', top: 112, alignSelf: 'start', order: 1 },
  '@media print': { display: 'none' },
  '& ol': { margin: 0, padding: 0, listStyle: 'none', borderLeft: `1px solid ${theme.vars.palette.divider}` },
  '& a': {
    display: 'block',
    paddingBlock: theme.spacing(1.5),
    paddingInline: theme.spacing(2.5),
    fontSize: '0.9375rem',
    lineHeight: 1.4,
    color: theme.vars.palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { color: theme.vars.palette.primary.main },
  },
}));

/** Styles plain elements, so that the HTML of a store and the built-in text look the same. */
const Prose = styled('article')(({ theme }) => ({
  maxWidth: '68ch',
  fontSize: '1.0625rem',
  lineHeight: 1.7,
  overflowWrap: 'anywhere',
  '& h2': { ...theme.typography.h2, margin: theme.spacing(0, 0, 2), fontSize: '1.625rem' },
  '& h3': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1.5) },
  '& h4, & h5, & h6': { margin: theme.spacing(0, 0, 1), fontSize: '1.0625rem', fontWeight: 600 },
  // Space above headings and sections, except at the start of the text.
  '& section + section, & * + h2': { marginTop: theme.spacing(6) },
  '& * + h3': { marginTop: theme.spacing(4) },
  '& * + :is(h4, h5, h6)': { marginTop: theme.spacing(3) },
  '& h2:focus': { outline: 'none' },
  '& p, & ul, & ol, & dl, & table, & blockquote, & address': { margin: `0 0 ${theme.spacing(2)}` },
  '& ul, & ol': { paddingInlineStart: '1.4em' },
  '& li': { marginBottom: theme.spacing(1) },
  '& li::marker': { color: theme.vars.palette.primary.main },
  '& dt': { fontWeight: 600 },
  '& dd': { margin: `0 0 ${theme.spacing(1)}` },
  '& address': { fontStyle: 'normal', whiteSpace: 'pre-line' },
  '& a[href]': {
    color: theme.vars.palette.primary.main,
    textUnderlineOffset: '0.2em',
    '&:hover': { color: theme.vars.palette.primary.dark },
  },
  '& blockquote': {
    marginInline: 0,
    paddingInlineStart: theme.spacing(2.5),
    borderInlineStart: `2px solid ${theme.vars.palette.primary.main}`,
  },
  '& img': { height: 'auto', marginBlock: theme.spacing(3), borderRadius: theme.shape.borderRadius },
  '& hr': { margin: `${theme.spacing(5)} 0`, border: 0, borderTop: `1px solid ${theme.vars.palette.divider}` },
  // A wide table scrolls inside the page.
  '& table': { display: 'block', overflowX: 'auto', borderCollapse: 'collapse', overflowWrap: 'normal' },
  '& th, & td': {
    padding: theme.spacing(1, 2, 1, 0),
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& pre': { overflowX: 'auto' },
  '@media print': {
    maxWidth: 'none',
    fontSize: '11pt',
    lineHeight: 1.45,
    '& h2': { fontSize: '14pt', breakAfter: 'avoid' },
    '& section + section, & * + h2': { marginTop: '16pt' },
    '& p, & li': { orphans: 3, widows: 3 },
  },
}));

/** Shows the text of a policy in lines of readable length. On wide screens a list of its sections is on the left or right of the text. */
export function PolicyArticle({ sections, children }: PolicyArticleProps) {
  useScrollToFragment();
  return (
    <PolicyColumns>
      {sections.length > 1 && (
        <Contents aria-labelledby="policy-contents">
          <Typography id="policy-contents" variant="overline" component="h2" sx={{ display: 'block', pl: 2.5, pb: 1 }}>
            On this page
          </Typography>
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <Link to={{ hash: `#${id}` }}>{heading}</Link>
              </li>
            ))}
          </ol>
        </Contents>
      )}
      <Prose>{children}</Prose>
    </PolicyColumns>
  );
}
