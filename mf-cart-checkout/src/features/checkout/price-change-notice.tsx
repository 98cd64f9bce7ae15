import { type CartLine, sumLines } from '@shop/cart/cart-line';
import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { TextLink, Typography } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import type { PriceChanges } from '../../current-prices/use-current-prices';
import * as styles from './price-change-notice.module.css';
import type { ReadyCheckout } from './use-checkout';

/**
 * Says which prices changed and which items are unavailable, before the order is placed. Empty without a change. It takes the
 * focus whenever a change stops the order.
 */
export function PriceChangeNotice({ state }: { state: ReadyCheckout }) {
  const t = useTexts();
  const { changes, stops } = state;
  const { lines, total } = state.cart;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stops > 0) notice.current?.focus();
  }, [stops]);
  const products = listPriceChanges(lines, changes);
  const totalBefore = sumAtPricesBefore(lines, changes);
  return (
    <div role="alert">
      {products.length > 0 && (
        <div ref={notice} tabIndex={-1} className={styles.notice}>
          <Typography variant="h3" component="h2">
            {t('Your order has changed')}
          </Typography>
          <ul>
            {products.map(({ id, name, priceBefore, price }) => (
              <li key={id}>
                {priceBefore === undefined
                  ? t('{product}: no longer available', { product: name })
                  : t('{product}: was {before}, now {now}', {
                      product: name,
                      before: formatInr(priceBefore),
                      now: formatInr(price),
                    })}
              </li>
            ))}
          </ul>
          {totalBefore !== total && (
            <Typography className={styles.total}>
              {t('New total: {total} (was {before})', { total: formatInr(total), before: formatInr(totalBefore) })}
            </Typography>
          )}
          {products.some(({ priceBefore }) => priceBefore === undefined) && (
            <Typography>
              {t.rich(
                'Remove unavailable items from <link>your cart</link> to place the order. The address you typed is saved.',
                {
                  link: (content) => (
                    <TextLink component={Link} to={urls.cart()} underline="always">
                      {content}
                    </TextLink>
                  ),
                },
              )}
            </Typography>
          )}
        </div>
      )}
    </div>
  );
}

/** A product that changed since the page showed it. */
interface ChangedProduct {
  id: string;
  name: string;
  /** Rupees a piece before the change. Undefined for an unavailable product. */
  priceBefore: number | undefined;
  /** Rupees a piece. */
  price: number;
}

/** Lists each changed or unavailable product of the cart once, in the cart's sequence. */
function listPriceChanges(
  lines: readonly CartLine[],
  { pricesBefore, unavailableIds }: PriceChanges,
): ChangedProduct[] {
  const products = new Map<string, ChangedProduct>();
  for (const { id, name, price } of lines) {
    const before = pricesBefore.get(id);
    if (unavailableIds.has(id)) products.set(id, { id, name, priceBefore: undefined, price });
    else if (before !== undefined && before !== price) products.set(id, { id, name, priceBefore: before, price });
  }
  return [...products.values()];
}

/** Rupees over all lines at the prices before the change. */
function sumAtPricesBefore(lines: readonly CartLine[], { pricesBefore }: PriceChanges): number {
  return sumLines(lines.map((line) => ({ ...line, price: pricesBefore.get(line.id) ?? line.price })));
}
