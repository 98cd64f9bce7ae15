import type { CartLine } from '@shop/cart/cart-line';
import { formatInr } from '@shop/money/inr';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { IconButton, Typography } from '@shop/ui/core';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { X } from 'lucide-react';
import { formatCartLine, formatLineOptions, LinePicture } from '../../cart-view/totals';
import * as styles from './cart-line.module.css';
import { removeButtonMarker } from './use-focus-after-removal';

export interface CartLineRowProps {
  line: CartLine;
  /** Rupees a piece that the page showed before. Undefined when the price has not changed. */
  priceBefore: number | undefined;
  /** The server no longer has the product. */
  isUnavailable: boolean;
  /** Called with a whole number of 1 or more. */
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** One line of the cart: product, quantity, line total and a remove button. */
export function CartLineRow({ line, priceBefore, isUnavailable, onQuantity, onRemove }: CartLineRowProps) {
  const options = formatLineOptions(line);
  return (
    <li>
      <div className={styles.line}>
        <div className={styles.picture}>
          <LinePicture line={line} sizes="(min-width: 480px) 128px, 88px" />
        </div>
        <div className={styles.info}>
          <Link className={styles.name} to={urls.product(line.id)}>
            {line.name}
          </Link>
          {options.length > 0 && (
            <Typography variant="body2" tone="secondary" className={styles.note}>
              {options.join(' · ')}
            </Typography>
          )}
          <Typography component="div" variant="body2" className={styles.note}>
            <Price price={line.price} />
          </Typography>
          {priceBefore !== undefined && priceBefore !== line.price && (
            <Typography variant="body2" tone="secondary" className={styles.note}>
              Price changed: was {formatInr(priceBefore)}, now {formatInr(line.price)}
            </Typography>
          )}
          {isUnavailable && (
            <Typography variant="body2" className={styles.unavailable}>
              No longer available. Remove it to check out.
            </Typography>
          )}
        </div>
        <div className={styles.remove}>
          <IconButton {...removeButtonMarker} aria-label={`Remove ${formatCartLine(line)}`} onClick={onRemove}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.quantity}>
          <QuantityStepper
            quantity={line.quantity}
            onChange={onQuantity}
            label={`Quantity of ${formatCartLine(line)}`}
          />
          <Typography className={styles.total}>{formatInr(line.price * line.quantity)}</Typography>
        </div>
      </div>
    </li>
  );
}
