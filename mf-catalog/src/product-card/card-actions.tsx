import type { Product } from '@shop/api-contract/decoders/product';
import { Button, IconButton, styled } from '@shop/ui/core';
import { Eye, Heart, Info } from 'lucide-react';
import { useAddFromCard } from './use-add-from-card';

export interface CardActionsProps {
  product: Product;
  /** Id of the element that holds the name of the product. */
  nameId: string;
}

/** Cards of this width have room for all four buttons on a touch screen. */
const wideCard = '@container (min-width: 260px)';

/**
 * With a mouse the buttons are over the picture and appear on hover or focus. Touch screens have no hover: there the
 * buttons are always visible, in a row below the text.
 */
const Overlay = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: theme.spacing(0.75),
  // Outline and shadow have different colours, so that one of them has contrast on any picture.
  '& > button:focus-visible': {
    boxShadow: `0 0 0 2px ${theme.vars.palette.background.paper}`,
  },
  '@media (hover: hover)': {
    gridArea: 'picture',
    alignSelf: 'end',
    // On a narrow card the row wraps and 'Add to Cart' stays at the bottom.
    flexWrap: 'wrap-reverse',
    justifyContent: 'flex-end',
    padding: theme.spacing(1.25),
    opacity: 0,
    transition: theme.transitions.create('opacity'),
    'article:hover > &, article:focus-within > &': { opacity: 1 },
  },
  '@media not (hover: hover)': { gridArea: 'actions', paddingTop: theme.spacing(1.25) },
}));

/** On touch screens the button is always visible, twelve on a page, so it has an outline instead of a filled background. */
const Add = styled(Button)(({ theme }) => ({
  flex: '1 1 auto',
  paddingInline: 8,
  whiteSpace: 'nowrap',
  '@media not (hover: hover)': {
    '&, &:hover': { color: theme.vars.palette.primary.main, background: 'transparent' },
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.outline}`,
  },
}));

/** Narrow cards on touch screens have room for one button of sufficient size, so they hide the three inert buttons. */
const Inert = styled(IconButton)(({ theme }) => ({
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  borderRadius: theme.shape.borderRadius,
  '&:hover': { background: theme.vars.palette.background.sunken },
  '@media not (hover: hover)': {
    display: 'none',
    background: 'transparent',
    [wideCard]: { display: 'inline-flex' },
  },
}));

/** Buttons that the specification names without a behaviour. They do nothing and show no toast. */
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
