import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, styled } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { isOnSale, Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { Heart } from 'lucide-react';
import type { Ref } from 'react';
import { SaleBadge } from '../../../product/sale-badge';
import { OptionPicker } from './option-picker';
import { getSizeLabel } from './size-label';
import type { Purchase } from './use-purchase';

const Panel = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(3) }));

const CategoryLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  fontSize: '0.9375rem',
  color: theme.vars.palette.text.secondary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.3em' },
}));

const PriceRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1.5),
  marginTop: theme.spacing(1.5),
  fontSize: '1.375rem',
}));

const Actions = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  '& > :last-child': { gridColumn: '1 / -1' },
}));

export interface PurchasePanelProps {
  product: Product;
  purchase: Purchase;
  /** Receives the main 'Add to Cart' button. */
  mainButton: Ref<HTMLButtonElement>;
}

/** Shows name, price, options and the buttons of a product. */
export function PurchasePanel({ product, purchase, mainButton }: PurchasePanelProps) {
  const { name, category, price, originalPrice, sizes, colors } = product;
  const { choice, choose, sizeError, sizePicker, addToCart } = purchase;
  return (
    <Panel>
      <div>
        {category && (
          <CategoryLink to={urls.productList({ category: category.toLowerCase() })}>{category}</CategoryLink>
        )}
        <PageHeading>{name}</PageHeading>
        <PriceRow>
          <Price price={price} originalPrice={originalPrice} />
          {isOnSale(product) && <SaleBadge />}
        </PriceRow>
      </div>
      {sizes.length > 0 && (
        <OptionPicker
          ref={sizePicker}
          label={getSizeLabel(product)}
          options={sizes}
          chosen={choice.size}
          onChoose={(size) => choose({ size })}
          error={sizeError}
        />
      )}
      {colors.length > 0 && (
        <OptionPicker label="Colour" options={colors} chosen={choice.color} onChoose={(color) => choose({ color })} />
      )}
      <Actions>
        <QuantityStepper
          quantity={choice.quantity}
          onChange={(quantity) => choose({ quantity })}
          label={`Quantity of ${name}`}
        />
        <Button ref={mainButton} variant="contained" size="large" onClick={addToCart}>
          Add to Cart
        </Button>
        {/* Inert by specification: the button does nothing and shows no toast. */}
        <Button color="inherit" size="large" title="Add to Wishlist" startIcon={<Heart size={18} aria-hidden />}>
          Add to Wishlist
        </Button>
      </Actions>
    </Panel>
  );
}
