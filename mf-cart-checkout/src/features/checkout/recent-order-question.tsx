import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { Button, Typography } from '@shop/ui/core';
import { type MouseEventHandler, useEffect, useId, useRef } from 'react';
import * as styles from './checkout.module.css';
import type { RecentOrder } from './use-recent-order';

interface RecentOrderQuestionProps {
  order: RecentOrder;
  onPay: () => void;
  onPlaceAnother: MouseEventHandler<HTMLButtonElement>;
}

/** Offers the order that an earlier submission has made, before another one is sent. It takes the focus. */
export function RecentOrderQuestion({ order, onPay, onPlaceAnother }: RecentOrderQuestionProps) {
  const t = useTexts();
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit moves the focus
  useEffect(() => panel.current?.focus(), [order]);
  return (
    <section ref={panel} tabIndex={-1} className={styles.question} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        {order.isSame
          ? t('An order like this was just placed')
          : t('An order with some of these items was just placed')}
      </Typography>
      <Typography>
        {t('Order {order} of {total} has reached the shop and waits for payment. Nothing else has been ordered yet.', {
          order: order.orderId,
          total: formatInr(order.total),
        })}
      </Typography>
      <div className={styles.answers}>
        <Button variant="contained" onClick={onPay}>
          {t('Pay for that order')}
        </Button>
        <Button variant="outlined" onClick={onPlaceAnother}>
          {t('Place another order')}
        </Button>
      </div>
    </section>
  );
}
