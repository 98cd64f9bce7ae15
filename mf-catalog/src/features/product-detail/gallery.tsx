import type { Product } from '@shop/api-contract/decoders/product';
import { styled } from '@shop/ui/core';
import { Picture, type PictureProps } from '@shop/ui/picture';
import { layoutSizes } from '@shop/ui/tokens';
import { useState } from 'react';
import { productFallback } from '../../product/product-fallback';
import { getMainPicture } from '../../product/product-picture';

const sizes = '(min-width: 1440px) 640px, (min-width: 1024px) 46vw, (min-width: 768px) 45vw, calc(100vw - 32px)';

/** On wide screens the pictures are sticky, so they stay in view beside a long text. */
const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  minWidth: 0,
  [theme.breakpoints.up('md')]: { position: 'sticky', top: layoutSizes.stickyTop },
  [theme.breakpoints.up('lg')]: {
    '&[data-thumbnails=true]': { gridTemplateColumns: '76px minmax(0, 1fr)', '& > ul': { order: -1 } },
  },
}));

const Thumbnails = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  gap: theme.spacing(1.25),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('lg')]: { flexDirection: 'column', flexWrap: 'nowrap' },
}));

const Thumbnail = styled('button')(({ theme }) => ({
  display: 'block',
  width: 64,
  padding: 0,
  border: 0,
  borderRadius: theme.shape.borderRadius,
  background: 'none',
  cursor: 'pointer',
  opacity: 0.8,
  '&:hover': { opacity: 1 },
  '&[aria-pressed=true]': { opacity: 1, boxShadow: `0 0 0 2px ${theme.vars.palette.primary.main}` },
  [theme.breakpoints.up('lg')]: { width: 76 },
}));

/** Returns the pictures of a product without duplicates, its main picture first. */
function getPictures(product: Product): PictureProps['picture'][] {
  const all = [getMainPicture(product), ...product.images].filter(({ url }) => url !== '');
  const unique = all.filter(({ url }, index) => all.findIndex((picture) => picture.url === url) === index);
  return unique.length > 0 ? unique : [{ url: '' }];
}

/** Shows one large picture of a product, and thumbnails when the product has several pictures. */
export function Gallery({ product }: { product: Product }) {
  const pictures = getPictures(product);
  const [shownIndex, setShownIndex] = useState(0);
  const shown = pictures[shownIndex] ?? { url: '' };
  return (
    <Frame data-thumbnails={pictures.length > 1}>
      <Picture picture={shown} alt={shown.alt || product.name} fallback={productFallback} sizes={sizes} isPriority />
      {pictures.length > 1 && (
        <Thumbnails aria-label="Pictures">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <Thumbnail
                type="button"
                aria-label={`Show picture ${index + 1} of ${pictures.length}`}
                aria-pressed={index === shownIndex}
                onClick={() => setShownIndex(index)}
              >
                <Picture picture={picture} alt="" fallback={productFallback} sizes="76px" />
              </Thumbnail>
            </li>
          ))}
        </Thumbnails>
      )}
    </Frame>
  );
}
