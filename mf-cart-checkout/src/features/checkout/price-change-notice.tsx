import { type CartLine, cartLineKey, sumLines } from '@shop/cart/cart-line';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { TextLink, Typography } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import { formatCartLine } from '../../cart-view/cart-view';
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
  const entries = listChanges(lines, changes, t);
  const totalBefore = sumAtPricesBefore(lines, changes);
  return (
    <div role="alert">
      {entries.length > 0 && (
        <div ref={notice} tabIndex={-1} className={styles.notice}>
          <Typography variant="h3" component="h2">
            {t('Your order has changed')}
          </Typography>
          <ul>
            {entries.map(({ key, name, priceBefore, price }) => (
              <li key={key}>
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
          {entries.some(({ priceBefore }) => priceBefore === undefined) && (
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

/** A product whose price changed since the page showed it, or an unavailable line. */
interface Change {
  key: string;
  /** The name of an unavailable line contains its size and colour. */
  name: string;
  /** Rupees a piece before the change. Undefined for an unavailable line. */
  priceBefore: number | undefined;
  /** Rupees a piece. */
  price: number;
}

/** Lists each product with another price once, and each unavailable line, in the cart's sequence. */
function listChanges(lines: readonly CartLine[], changes: PriceChanges, t: Texts): Change[] {
  const entries = new Map<string, Change>();
  for (const line of lines) {
    const { id, name, price } = line;
    const before = changes.pricesBefore.get(id);
    const isUnavailable = changes.findUnavailability(line) !== undefined;
    const key = isUnavailable ? cartLineKey(line) : id;
    if (isUnavailable) entries.set(key, { key, name: formatCartLine(line, t), priceBefore: undefined, price });
    else if (before !== undefined && before !== price) entries.set(key, { key, name, priceBefore: before, price });
  }
  return [...entries.values()];
}

/** Rupees over all lines at the prices before the change. */
function sumAtPricesBefore(lines: readonly CartLine[], { pricesBefore }: PriceChanges): number {
  return sumLines(lines.map((line) => ({ ...line, price: pricesBefore.get(line.id) ?? line.price })));
}
