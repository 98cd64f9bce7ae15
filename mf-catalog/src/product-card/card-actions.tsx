import type { Product } from '@shop/api-contract/decoders/product';
import { Button, IconButton } from '@shop/ui/core';
import { Eye, Heart, Info } from 'lucide-react';
import * as styles from './card-actions.module.css';
import { useAddFromCard } from './use-add-from-card';

export interface CardActionsProps {
  product: Product;
  /** Id of the element that holds the name of the product. */
  nameId: string;
}

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
    <div className={styles.overlay}>
      <Button className={styles.add} variant="contained" aria-describedby={nameId} onClick={addToCart}>
        Add to Cart
      </Button>
      {inertButtons.map(({ title, Icon }) => (
        <IconButton key={title} className={styles.inert} title={title} aria-label={title} aria-describedby={nameId}>
          <Icon size={18} aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}
