import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { ItemChoice } from '@shop/cart/item-choice';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr, formatNumber } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link, useSearchParams } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { translatePaymentMethod } from '@shop/store-info/payment-methods';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { Letterhead } from '@shop/ui/letterhead';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { ProductPicture } from '@shop/ui/product-picture';
import { PackageCheck, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './order-success.module.css';
import { type PlacedOrder, usePlacedOrder } from './use-placed-order';

/** The thank-you page after an order. It shows the order when the address names an order of the shopper. Specification 2 "Order success". */
export function OrderSuccessScreen() {
  const t = useTexts();
  const [search] = useSearchParams();
  const placed = usePlacedOrder(search.get('orderId')?.trim() ?? '');
  return (
    <OrderSuccessPage
      isLoading={placed.kind === 'loading'}
      hasEmail={placed.kind !== 'ready' || placed.order.emailSent !== false}
      productIds={placed.kind === 'ready' ? placed.order.items.map(({ id }) => id) : []}
    >
      {placed.kind === 'loading' && <Skeleton variant="rounded" className={styles.receiptPlaceholder} aria-hidden />}
      {placed.kind === 'ready' && <OrderReceipt order={placed.order} />}
      {placed.kind === 'unknown' && (
        <>
          <p>{t('The details of order {order} cannot be shown here.', { order: placed.orderId })}</p>
          <Button component={Link} to={urls.trackOrder(placed.orderId)}>
            {t('Track Order')}
          </Button>
        </>
      )}
    </OrderSuccessPage>
  );
}

interface OrderSuccessPageProps {
  isLoading?: boolean;
  /** False when the server has sent no e-mail about the order. */
  hasEmail?: boolean;
  /** Products of the order. */
  productIds?: readonly string[];
  children?: ReactNode;
}

/**
 * What every shopper reads, with the order and the links below it. Nothing is below an order that loads, so that the order moves
 * nothing. The e-mail is announced once the page knows that one is sent; its line has its place before. Neither waits for an order that is
 * overdue. Shown until the page knows the device.
 */
export function OrderSuccessPage({
  isLoading = true,
  hasEmail = true,
  productIds = [],
  children,
}: OrderSuccessPageProps) {
  const t = useTexts();
  return (
    <div className={styles.screen}>
      <DocumentHead title={t('Thank you')} isPrivate />
      <NoticeScreen
        title={t('Thank You for Your Order!')}
        // The page of a payment provider leads here, and the shopper learns the result.
        takesFocus
        icon={<PackageCheck strokeWidth={1.25} />}
        actions={
          !isLoading && (
            <>
              <Button component={Link} to={urls.orders()} variant="contained">
                {t('View My Orders')}
              </Button>
              <Button component={Link} to={urls.home()} variant="outlined">
                {t('Continue Shopping')}
              </Button>
            </>
          )
        }
      >
        <p className={styles.thanks} data-loading={isLoading || undefined}>
          {hasEmail
            ? t('An e-mail with the details of your order will be sent to you shortly.')
            : t('You find the details of your order in My Orders.')}
        </p>
        {children}
      </NoticeScreen>
      {!isLoading && (
        <Container maxWidth="xl">
          <Slot name="screen.suggestions" props={{ productIds }} />
        </Container>
      )}
    </div>
  );
}

/** Statuses of an order. Specification 3 "Order". */
const [pending, processing, cancelled] = [0, 1, 4];

/** Says what comes after the order. A page of the browser's history can be older than its shipping. */
function describeNext(status: number, deliveryDays: StoreInfo['deliveryDays'], t: Texts): string {
  if (status === pending) return t('Your payment has not arrived yet. You see in My Orders when it has.');
  if (status === cancelled) return t('This order is cancelled');
  if (status !== processing) return t('Its status is in My Orders.');
  const next = t(
    'What happens next: we pack your order and send it to you. Shipping is free. Its status is in My Orders.',
  );
  return [next, formatDeliveryTime(deliveryDays, t)].join(' ');
}

/** Formats the day of an order: `November 24, 2026`. The shop counts its days in India. */
function formatDay(date: string, t: Texts): string {
  const locale = t.dataLanguage ? t.locale : 'en-US';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date(date));
}

/** Says when a normal order arrives. Empty for a shop that announces no time. */
function formatDeliveryTime(days: StoreInfo['deliveryDays'], t: Texts): string {
  if (!days) return '';
  const { min, max } = days;
  return min === 0 || min === max
    ? t('Delivery takes up to {max, plural, one {# working day} other {# working days}}.', { max })
    : t('Delivery takes {min} to {max} working days.', { min, max });
}

/**
 * Number, date, items, amounts, recipient and payment of the order, and what happens next. Printed, it is a receipt of the shop.
 */
function OrderReceipt({ order }: { order: PlacedOrder }) {
  const t = useTexts();
  const { id, status, date, items, total, recipient, address, paymentMethod, dueOnDelivery } = order;
  const { info } = useStoreInfo();
  const method = paymentMethod && translatePaymentMethod(paymentMethod, t);
  const facts = [
    { label: t('Delivery to'), lines: [recipient, address].flatMap((line) => line || []), lang: undefined },
    {
      label: t('Payment method'),
      lines: [method].flatMap((line) => line || []),
      lang: method === paymentMethod ? t.dataLanguage : undefined,
    },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <section className={styles.receipt} aria-label={t('Order {order}', { order: id })}>
      <Letterhead />
      <Typography variant="h3" component="h2">
        {t('Order {order}', { order: id })}
      </Typography>
      {date && <Typography tone="secondary">{formatDay(date, t)}</Typography>}
      <ul className={styles.items} aria-label={t('Items')}>
        {items.map(({ id: productId, name, quantity, price, ...choice }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be of one product, and their sequence never changes
          <li key={index}>
            <ProductPicture id={productId} sizes="48px" />
            <span lang={name ? t.dataLanguage : undefined}>
              {name || t('Item')} × {formatNumber(quantity)}
              <ItemChoice choice={choice} className={styles.choice} />
            </span>
            <span className={styles.amount}>{formatInr(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.amounts}>
        <dt>{t('Shipping')}</dt>
        <dd>{t('Free')}</dd>
        <dt>{t('Total')}</dt>
        <dd>{formatInr(total)}</dd>
      </dl>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, lines, lang }) => (
            <div key={label}>
              <dt>{label}</dt>
              {lines.map((line) => (
                <dd key={line} lang={lang}>
                  {line}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {dueOnDelivery !== undefined && (
        <Typography className={styles.due}>
          {t('{amount} is due in cash on delivery.', { amount: formatInr(dueOnDelivery) })}
        </Typography>
      )}
      <Typography>{describeNext(status, info?.deliveryDays, t)}</Typography>
      <div className={styles.actions}>
        <Button component={Link} to={urls.order(id)}>
          {t('View Order')}
        </Button>
        <Button component={Link} to={urls.trackOrder(id)}>
          {t('Track Order')}
        </Button>
        <Button startIcon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </div>
    </section>
  );
}
