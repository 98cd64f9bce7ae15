import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { styled, Typography } from '@shop/ui/core';

/** Characters of the id that the page shows. Specification 9. */
const shownIdLength = 8;

const Frame = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(5),
  '& > section': {
    padding: theme.spacing(3, 0),
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    '& > h2': { ...theme.typography.h3, marginTop: 0, marginBottom: theme.spacing(1) },
  },
}));

const Text = styled('p')(({ theme }) => ({
  margin: 0,
  maxWidth: '62ch',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));

const PolicyLink = styled(Link)({ color: 'inherit', textUnderlineOffset: '0.25em' });

/** Shows the description and id of a product, and links to the policies on shipping and returns. */
export function ProductFacts({ product: { id, description } }: { product: Product }) {
  return (
    <Frame>
      {description && (
        <section>
          <h2>Description</h2>
          <Text>{description}</Text>
        </section>
      )}
      <section>
        <h2>Delivery and returns</h2>
        <Text>
          Shipping is free. Read about <PolicyLink to={urls.policy('shipping')}>shipping</PolicyLink> and{' '}
          <PolicyLink to={urls.policy('return')}>returns</PolicyLink>.
        </Text>
      </section>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        Product ID: {id.slice(0, shownIdLength)}
      </Typography>
    </Frame>
  );
}
