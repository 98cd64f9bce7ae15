import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, styled, Typography } from '@shop/ui/core';
import { useId } from 'react';

const Frame = styled('section')(({ theme }) => ({
  paddingBlock: theme.spacing(7),
  background: theme.vars.palette.background.sunken,
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(10) },
}));

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '5fr 6fr', gap: theme.spacing(8) },
}));

const Benefits = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: theme.spacing(2.5, 0), borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > li:last-of-type': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
}));

const benefits = [
  { title: 'Made for daily use', text: 'Materials that take heat, steel wool and years, and look better for it.' },
  { title: 'Free shipping', text: 'On every order.' },
  { title: 'Easy returns', text: 'Within seven days of receipt, in the original packaging.' },
];

/** Shows reasons to buy here. Specification 2 "Home page": info block. */
export function InfoBlock() {
  const titleId = useId();
  return (
    <Frame aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Columns>
          <div>
            <Typography variant="h2" id={titleId}>
              Fewer things, better made
            </Typography>
            <Typography sx={{ mt: 2, mb: 3.5, color: 'text.secondary', maxWidth: '46ch' }}>
              A good kitchen needs less than you think. We look for pieces that do their work well, can be looked after,
              and are worth handing on.
            </Typography>
            <Button component={Link} to={urls.productList()} variant="outlined" size="large">
              Explore Products
            </Button>
          </div>
          <Benefits>
            {benefits.map(({ title, text }) => (
              <li key={title}>
                <Typography variant="h3">{title}</Typography>
                <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{text}</Typography>
              </li>
            ))}
          </Benefits>
        </Columns>
      </Container>
    </Frame>
  );
}
