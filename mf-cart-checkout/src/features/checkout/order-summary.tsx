import { type CartLine, cartLineKey } from '@shop/cart/cart-line';
import { useTexts } from '@shop/language/texts';
import { formatInr, formatNumber } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatLineOptions, LinePicture, Totals } from '../../cart-view/cart-view';
import { OrderLimitNote } from '../../cart-view/order-limit-note';
import * as styles from './order-summary.module.css';
import type { ReadyCheckout } from './use-checkout';

/** Items and totals of the order. On phones the items are collapsed and the totals stay visible. */
export function OrderSummary({ state }: { state: ReadyCheckout }) {
  const t = useTexts();
  const { lines, count, total } = state.cart;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (lines.length === 0) return <NothingToOrder />;
  return (
    <section className={styles.panel} aria-labelledby={`${id}-heading`}>
      <div className={styles.heading}>
        <Typography id={`${id}-heading`} variant="h3" component="h2">
          {t('Order summary')}
        </Typography>
        <Button
          className={styles.toggle}
          color="inherit"
          size="small"
          aria-expanded={isOpen}
          aria-controls={`${id}-items`}
          endIcon={<ChevronDown size={18} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('{count, plural, one {# item} other {# items}}', { count })}
        </Button>
      </div>
      <ul className={styles.lines} id={`${id}-items`} aria-label={t('Items')} data-collapsed={!isOpen}>
        {lines.map((line) => (
          <SummaryLine
            key={cartLineKey(line)}
            line={line}
            isUnavailable={state.changes.findUnavailability(line) !== undefined}
          />
        ))}
      </ul>
      <Totals total={total} />
      <OrderLimitNote lines={lines} />
    </section>
  );
}

/** Placeholder of the summary of an order with one line. */
export function OrderSummarySkeleton() {
  const t = useTexts();
  return (
    <div className={styles.panel}>
      <div className={styles.heading}>
        <Typography variant="h3" component="h2">
          {t('Order summary')}
        </Typography>
        <Button className={styles.toggle} color="inherit" size="small" disabled>
          <Skeleton width={80} />
        </Button>
      </div>
      <div className={styles.lines} data-collapsed>
        <Skeleton variant="rounded" height={70} />
      </div>
      <Totals />
    </div>
  );
}

/** One line of an order: product, options, quantity and line total. */
export function SummaryLine({ line, isUnavailable = false }: { line: CartLine; isUnavailable?: boolean }) {
  const t = useTexts();
  const options = formatLineOptions(line, t);
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        <LinePicture line={line} sizes="56px" />
      </div>
      <Typography variant="body2" className={styles.name} lang={t.dataLanguage}>
        {line.name}
      </Typography>
      <div className={styles.details}>
        {options.length > 0 && (
          <Typography variant="body2" tone="secondary">
            {options.join('\u00a0· ')}
          </Typography>
        )}
        <Typography variant="body2" tone="secondary">
          {t('Qty\u00a0{count}', { count: formatNumber(line.quantity) })}
        </Typography>
        {isUnavailable && (
          <Typography variant="body2" className={styles.unavailable}>
            {t('No longer available')}
          </Typography>
        )}
      </div>
      <Typography variant="body2" className={styles.lineTotal}>
        {formatInr(line.price * line.quantity)}
      </Typography>
    </li>
  );
}

function NothingToOrder() {
  const t = useTexts();
  return (
    <section className={styles.panel} aria-label={t('Order summary')}>
      <Typography variant="h3" component="h2">
        {t('Your order is empty')}
      </Typography>
      <Typography tone="secondary" className={styles.hint}>
        {t('Add items to your cart to place an order. The address you typed is saved.')}
      </Typography>
      <Totals total={0} />
      <Button component={Link} to={urls.home()} variant="outlined" fullWidth className={styles.continue}>
        {t('Continue Shopping')}
      </Button>
    </section>
  );
}
