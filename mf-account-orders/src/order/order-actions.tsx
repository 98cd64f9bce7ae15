import type { Order } from '@shop/api-contract/decoders/order';
import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, IconButton, TextLink, Typography } from '@shop/ui/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import * as styles from './order-actions.module.css';
import { getOrderStatus } from './status-badge';
import { type SkippedItem, useOrderAgain } from './use-order-again';

export interface OrderActionsProps {
  order: Order;
  /** DOM id of the heading of the order, where a page has several orders. */
  headingId?: string;
  /** Further links and buttons. */
  children?: ReactNode;
}

/**
 * What the shopper can do with an order: pay while it is Pending, track it, order its items again. On phones the first two actions
 * are in one row, and a button shows the others below it.
 */
export function OrderActions({ order, headingId, children }: OrderActionsProps) {
  const t = useTexts();
  const { id, status } = order;
  const { isAdding, canAdd, skipped, orderAgain } = useOrderAgain();
  const [isOpen, setOpen] = useState(false);
  const restId = useId();
  const isPending = getOrderStatus(status).name === 'Pending';
  const again = (
    <Button
      variant="outlined"
      disabled={isAdding || !canAdd}
      onClick={() => void orderAgain(order)}
      aria-describedby={headingId}
    >
      {isAdding ? t('Adding to cart...') : t('Order Again')}
    </Button>
  );
  return (
    <>
      <div className={styles.actions}>
        {isPending && (
          <Button component={Link} to={urls.payment(id)} variant="contained" aria-describedby={headingId}>
            {t('Pay Now')}
          </Button>
        )}
        <Button component={Link} to={urls.trackOrder(id)} variant="outlined" aria-describedby={headingId}>
          {t('Track Order')}
        </Button>
        {!isPending && again}
        <IconButton
          className={styles.more}
          color="inherit"
          aria-label={t('More for order {id}', { id })}
          aria-expanded={isOpen}
          aria-controls={restId}
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis size={20} aria-hidden />
        </IconButton>
        <div id={restId} className={styles.rest} data-collapsed={!isOpen}>
          {isPending && again}
          {children}
        </div>
      </div>
      {skipped.length > 0 && <SkippedItems items={skipped} />}
    </>
  );
}

const reasons: Record<SkippedItem['reason'], string> = {
  gone: text('<product>{name}</product> is no longer sold.'),
  incomplete: text('<product>{name}</product> could not be added from this order. Choose it in the shop.'),
  choice: text('<product>{name}</product> needs a size or colour. Choose it on its page.'),
  failed: text('<product>{name}</product> could not be loaded. Try again, or open its page.'),
};

/** The items that were not added to the cart, each with its reason and, where it has an id, a link to its product. */
function SkippedItems({ items }: { items: readonly SkippedItem[] }) {
  const t = useTexts();
  return (
    <section className={styles.skipped} aria-label={t('Items not added')}>
      <Typography>{t('These items are not in your cart:')}</Typography>
      <ul>
        {items.map(({ id, name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sizes of a product have one id, and the list is replaced as a whole.
          <li key={`${id} ${index}`}>
            {t.rich(reasons[reason], {
              name: name || t('Item'),
              product: (content) => {
                const lang = name ? t.dataLanguage : undefined;
                if (!id) return <span lang={lang}>{content}</span>;
                return (
                  <TextLink component={Link} to={urls.product(id)} underline="always" lang={lang}>
                    {content}
                  </TextLink>
                );
              },
            })}
          </li>
        ))}
      </ul>
      <Button component={Link} to={urls.cart()} variant="outlined">
        {t('View Cart')}
      </Button>
    </section>
  );
}
