import { styled } from '@mui/material/styles';
import { Typography } from '@shop/ui/core';
import { foundations } from './foundations/foundations';
import { sections } from './sections';

const Nav = styled('nav')(({ theme }) => ({
  paddingTop: theme.spacing(3),
  [theme.breakpoints.up('lg')]: {
    position: 'sticky',
    top: 64,
    alignSelf: 'start',
    maxHeight: 'calc(100dvh - 64px)',
    overflowY: 'auto',
    padding: theme.spacing(6, 0, 6),
  },
}));

/** A wrapping row below 1024 px, and a list next to the page from 1024 px. */
const Shelf = styled('div')(({ theme }) => ({
  [theme.breakpoints.down('lg')]: { display: 'flex', flexWrap: 'wrap', columnGap: theme.spacing(2) },
}));

const Group = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { marginBottom: theme.spacing(3) },
}));

const Anchor = styled('a')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  color: theme.vars.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { color: theme.vars.palette.primary.main },
  [theme.breakpoints.up('lg')]: { minHeight: 32 },
}));

const Inner = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& a': { fontWeight: 400, fontSize: '0.9375rem', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));

/** Links to every section, and in a wide window also to every component. */
export function Contents() {
  return (
    <Nav aria-label="Contents">
      <Typography variant="overline" component="p" tone="secondary">
        On this page
      </Typography>
      <Shelf>
        {[foundations, ...sections].map(({ id, title, stories }) => (
          <Group key={id}>
            <Anchor href={`#${id}`}>{title}</Anchor>
            <Inner>
              {stories.map(({ name }) => (
                <li key={name}>
                  <Anchor href={`#${name}`}>{name}</Anchor>
                </li>
              ))}
            </Inner>
          </Group>
        ))}
      </Shelf>
    </Nav>
  );
}
