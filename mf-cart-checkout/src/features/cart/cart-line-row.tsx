import type { CartLine } from '@shop/cart/cart-line';
import { formatInr } from '@shop/money/inr';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Box, IconButton, styled, Typography } from '@shop/ui/core';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { X } from 'lucide-react';
import { formatCartLine, formatLineOptions } from '../../cart-view/format-cart-line';
import { LinePicture } from '../../cart-view/line-picture';
import { LineGrid } from './cart-layout';
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

const Name = styled(Link)(({ theme }) => ({
  ...theme.typography.h3,
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline', textDecorationThickness: 1, textUnderlineOffset: '0.2em' },
}));

const QuantityAndTotal = styled('div')(({ theme }) => ({
  gridArea: 'quantity',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
}));

/** One line of the cart: product, quantity, line total and a remove button. */
export function CartLineRow({ line, priceBefore, isUnavailable, onQuantity, onRemove }: CartLineRowProps) {
  const options = formatLineOptions(line);
  return (
    <li>
      <LineGrid>
        <Box sx={{ gridArea: 'picture' }}>
          <LinePicture line={line} sizes="(min-width: 480px) 128px, 88px" />
        </Box>
        <Box sx={{ gridArea: 'info', minWidth: 0 }}>
          <Name to={urls.product(line.id)}>{line.name}</Name>
          {options.length > 0 && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {options.join(' · ')}
            </Typography>
          )}
          <Typography component="div" variant="body2" sx={{ mt: 0.5 }}>
            <Price price={line.price} />
          </Typography>
          {priceBefore !== undefined && priceBefore !== line.price && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              Price changed: was {formatInr(priceBefore)}, now {formatInr(line.price)}
            </Typography>
          )}
          {isUnavailable && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'error.main' }}>
              No longer available. Remove it to check out.
            </Typography>
          )}
        </Box>
        <Box sx={{ gridArea: 'remove', mt: -1.25, mr: -1.25 }}>
          <IconButton {...removeButtonMarker} aria-label={`Remove ${formatCartLine(line)}`} onClick={onRemove}>
            <X size={20} aria-hidden />
          </IconButton>
        </Box>
        <QuantityAndTotal>
          <QuantityStepper
            quantity={line.quantity}
            onChange={onQuantity}
            label={`Quantity of ${formatCartLine(line)}`}
          />
          <Typography
            sx={{ ml: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
          >
            {formatInr(line.price * line.quantity)}
          </Typography>
        </QuantityAndTotal>
      </LineGrid>
    </li>
  );
}
