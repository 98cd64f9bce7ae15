import { Button } from '@shop/ui/core';
import { Price, type PriceProps } from '@shop/ui/price';
import * as styles from './buy-bar.module.css';

export interface BuyBarProps extends PriceProps {
  isHidden: boolean;
  onAdd: () => void;
}

/** Shows price and 'Add to Cart' at the bottom of a phone's screen while the main button is out of view. */
export function BuyBar({ isHidden, onAdd, ...price }: BuyBarProps) {
  return (
    <div className={styles.bar} hidden={isHidden}>
      {!isHidden && (
        <>
          <Price {...price} />
          <Button variant="contained" onClick={onAdd}>
            Add to Cart
          </Button>
        </>
      )}
    </div>
  );
}
