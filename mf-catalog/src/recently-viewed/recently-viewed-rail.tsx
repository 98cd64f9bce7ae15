import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, styled, Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { useId } from 'react';
import { productFallback } from '../product/product-fallback';
import { getMainPicture } from '../product/product-picture';

/** Maximum number of products. Narrow screens scroll the rail. */
const railLength = 6;

const Frame = styled('section')(({ theme }) => ({
  paddingBlock: theme.spacing(5),
  '@media print': { display: 'none' },
}));

const Rail = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(132px, 1fr)',
  gap: theme.spacing(2),
  margin: theme.spacing(3, 0, 0),
  // Room for the focus ring of a picture. A box that scrolls would clip it.
  padding: 4,
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  listStyle: 'none',
  '& > li': { scrollSnapAlign: 'start', maxWidth: 220 },
}));

const Anchor = styled(Link)({
  display: 'grid',
  gap: 8,
  color: 'inherit',
  fontSize: '0.9375rem',
  lineHeight: 1.4,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.25em', textDecorationThickness: 1 },
});

/**
 * Shows pictures and names of viewed products, the latest first. It shows no prices: stored prices can be out of date, and
 * the product pages show the current ones.
 */
export function RecentlyViewedRail({ products }: { products: readonly Product[] }) {
  const titleId = useId();
  return (
    <Frame aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Typography variant="h3" component="h2" id={titleId}>
          Recently viewed
        </Typography>
        <Rail>
          {products.slice(0, railLength).map((product) => (
            <li key={product.id}>
              <Anchor to={urls.product(product.id)}>
                <Picture
                  picture={getMainPicture(product)}
                  alt=""
                  fallback={productFallback}
                  sizes="(min-width: 1024px) 220px, 40vw"
                />
                {product.name}
              </Anchor>
            </li>
          ))}
        </Rail>
      </Container>
    </Frame>
  );
}
