import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { isOnSale, Price } from '@shop/ui/price';
import { useId } from 'react';
import { productFallback } from '../product/product-fallback';
import { getMainPicture } from '../product/product-picture';
import { SaleBadge } from '../product/sale-badge';
import { CardActions } from './card-actions';
import { StaticRating } from './static-rating';

export interface ProductCardProps {
  product: Product;
  /** Rendered widths of the picture, in the syntax of `<img sizes>`. */
  sizes: string;
  /** True for the largest picture of the page above the fold. */
  isPriority?: boolean;
}

const Card = styled('article')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplate: '"picture" auto "text" 1fr "actions" auto / minmax(0, 1fr)',
  height: '100%',
  containerType: 'inline-size',
  '& picture': { gridArea: 'picture' },
  '@media (hover: hover)': {
    '& img': { transition: theme.transitions.create('transform', { duration: 400 }) },
    '&:hover img': { transform: 'scale(1.03)' },
  },
}));

const Corner = styled('div')(({ theme }) => ({
  gridArea: 'picture',
  placeSelf: 'start',
  position: 'relative',
  margin: theme.spacing(1.25),
}));

const Text = styled('div')(({ theme }) => ({
  gridArea: 'text',
  display: 'grid',
  // Long categories are truncated. Without this limit they would widen the card into its neighbour.
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.spacing(0.5),
  paddingTop: theme.spacing(1.5),
}));

const Row = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 12 });

const Category = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  color: theme.vars.palette.text.secondary,
}));

const Name = styled('h3')({ margin: 0, fontSize: '1rem', fontWeight: 500, lineHeight: 1.5 });

/** The link covers the whole card and the buttons lie above it, so that no button is inside a link. */
const CoveringLink = styled(Link)({
  // The padding makes a name of one line a target of 44 px, and the margin keeps the layout.
  display: 'block',
  paddingBlock: 10,
  marginBlock: -10,
  color: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 6 },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.25em', textDecorationThickness: 1 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid currentColor', outlineOffset: 4 },
});

/** Shows a product in a grid. Specification 2 "Product card". */
export function ProductCard({ product, sizes, isPriority }: ProductCardProps) {
  const nameId = useId();
  return (
    <Card aria-labelledby={nameId}>
      <Picture
        picture={getMainPicture(product)}
        alt=""
        fallback={productFallback}
        sizes={sizes}
        isPriority={isPriority ?? false}
      />
      {isOnSale(product) && (
        <Corner>
          <SaleBadge />
        </Corner>
      )}
      <Text>
        <Row>
          <Category>{product.category}</Category>
          <StaticRating />
        </Row>
        <Name id={nameId}>
          <CoveringLink to={urls.product(product.id)}>{product.name}</CoveringLink>
        </Name>
        <Price price={product.price} originalPrice={product.originalPrice} />
      </Text>
      <CardActions product={product} nameId={nameId} />
    </Card>
  );
}
