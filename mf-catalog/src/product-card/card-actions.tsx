import type { Product } from '@shop/api-contract/decoders/product';
import { Button, IconButton, styled } from '@shop/ui/core';
import { Eye, Heart, Info } from 'lucide-react';
import { useAddFromCard } from './use-add-from-card';

export interface CardActionsProps {
  product: Product;
  /** Id of the element that names the product. */
  nameId: string;
}

/** Width of a card from which a touch screen has room for all four buttons. */
const roomy = '@container (min-width: 260px)';

/**
 * Over the picture with a mouse, shown on hover and while the focus is within. Touch screens know no hover: there the
 * buttons are always shown, in a row of their own below the text.
 */
const Overlay = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: theme.spacing(0.75),
  // Two tones: one of them stands out from any picture.
  '& > button:focus-visible': {
    boxShadow: `0 0 0 2px ${theme.vars.palette.background.paper}`,
  },
  '@media (hover: hover)': {
    gridArea: 'picture',
    alignSelf: 'end',
    // On a narrow card the row breaks, and 'Add to Cart' stays at the bottom.
    flexWrap: 'wrap-reverse',
    justifyContent: 'flex-end',
    padding: theme.spacing(1.25),
    opacity: 0,
    transition: theme.transitions.create('opacity'),
    'article:hover > &, article:focus-within > &': { opacity: 1 },
  },
  '@media not (hover: hover)': { gridArea: 'actions', paddingTop: theme.spacing(1.25) },
}));

/** A button that is always in sight, twelve times on a page, speaks more quietly than one that comes on hover. */
const Add = styled(Button)(({ theme }) => ({
  flex: '1 1 auto',
  paddingInline: 8,
  whiteSpace: 'nowrap',
  '@media not (hover: hover)': {
    '&, &:hover': { color: theme.vars.palette.primary.main, background: 'transparent' },
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.outline}`,
  },
}));

/** A narrow card of a touch screen has room for one button under a thumb: these three, which do nothing, make way. */
const Inert = styled(IconButton)(({ theme }) => ({
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  borderRadius: theme.shape.borderRadius,
  '&:hover': { background: theme.vars.palette.background.sunken },
  '@media not (hover: hover)': {
    display: 'none',
    background: 'transparent',
    [roomy]: { display: 'inline-flex' },
  },
}));

/** Named by the specification, which gives them no behaviour: they do nothing, and say nothing. */
const inertButtons = [
  { title: 'Add to Wishlist', Icon: Heart },
  { title: 'Quick View', Icon: Eye },
  { title: 'Product Details', Icon: Info },
];

/** The buttons of a card. Specification 2 "Product card"; Interpretation "Inert controls". */
export function CardActions({ product, nameId }: CardActionsProps) {
  const addToCart = useAddFromCard(product);
  return (
    <Overlay>
      <Add variant="contained" aria-describedby={nameId} onClick={addToCart}>
        Add to Cart
      </Add>
      {inertButtons.map(({ title, Icon }) => (
        <Inert key={title} title={title} aria-label={title} aria-describedby={nameId}>
          <Icon size={18} aria-hidden />
        </Inert>
      ))}
    </Overlay>
  );
}
