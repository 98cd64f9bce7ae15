import { cartLineKey } from '@shop/cart/cart-line';
import { Button, Stack, styled, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { formatItemCount } from '../../cart-view/format-cart-line';
import { Page } from '../../cart-view/page';
import { CartColumns } from './cart-layout';
import { CartLineRow } from './cart-line-row';
import { CartSummary } from './cart-summary';
import type { CartScreenState } from './use-cart-screen';

export interface CartContentsProps extends Omit<Extract<CartScreenState, { kind: 'ready' }>, 'kind'> {
  /** Called before a line is removed, with its index. The index is 0 when all lines are removed. */
  onBeforeRemove: (index: number) => void;
}

const Lines = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

/** A cart with at least one line. */
export function CartContents({ lines, count, total, changes, actions, checkOut, onBeforeRemove }: CartContentsProps) {
  return (
    <Page>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: 1.5 }}
      >
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, minWidth: 0 }}>
          <PageHeading>Your cart</PageHeading>
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{formatItemCount(count)}</Typography>
        </Stack>
        <Button
          color="inherit"
          sx={{ mx: -1, px: 1 }}
          onClick={() => {
            onBeforeRemove(0);
            actions.clear();
          }}
        >
          Clear Cart
        </Button>
      </Stack>
      <CartColumns>
        <Lines aria-label="Items in your cart">
          {lines.map((line, index) => (
            <CartLineRow
              key={cartLineKey(line)}
              line={line}
              priceBefore={changes.pricesBefore.get(line.id)}
              isUnavailable={changes.unavailableIds.has(line.id)}
              onQuantity={(quantity) => actions.setQuantity(line, quantity)}
              onRemove={() => {
                onBeforeRemove(index);
                actions.remove(line);
              }}
            />
          ))}
        </Lines>
        <CartSummary total={total} checkOut={checkOut} />
      </CartColumns>
    </Page>
  );
}
