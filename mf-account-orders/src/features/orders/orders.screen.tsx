import type { Order } from '@shop/api-contract/decoders/order';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { Pagination } from '@shop/ui/pagination';
import { ProductPicture } from '@shop/ui/product-picture';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ChevronDown, PackageOpen } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { orderPageSize } from '../../api/page-size';
import { type OrdersState, ordersLoadFailed, useOrders } from '../../api/use-orders';
import { formatLongDate } from '../../format-long-date';
import { CopyOrderNumber } from '../../order/copy-order-number';
import { Delivery } from '../../order/delivery';
import { formatItemCount, ItemsTable, useOrderTotal, withKeys } from '../../order/items-table';
import { OrderActions } from '../../order/order-actions';
import { StatusBadge } from '../../order/status-badge';
import * as styles from './orders.module.css';

/** The list of the shopper's orders. Specification 2 "My orders". */
export function OrdersScreen({ page }: { page: number }) {
  return (
    <OrdersPage>
      <OrdersBody state={useOrders(page)} />
    </OrdersPage>
  );
}

/** Shown until the page knows the device. */
export function OrdersPlaceholder() {
  return (
    <OrdersPage>
      <OrdersSkeleton />
    </OrdersPage>
  );
}

function OrdersPage({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead title={t('My Orders')} isPrivate />
      <PageHeading>{t('My Orders')}</PageHeading>
      {children}
    </Page>
  );
}

function OrdersBody({ state }: { state: OrdersState }) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <OrdersSkeleton />;
    case 'failed':
      // A failed list shows its message and then the empty list. Interpretation 10.
      return (
        <>
          <LoadFailure message={t(ordersLoadFailed)} onRetry={state.retry} />
          <NoOrders />
        </>
      );
    case 'empty':
      return <NoOrders />;
    case 'ready':
      return (
        <>
          {/* The key replaces the list, so that no block of another page stays open. */}
          <OrderList key={state.page} orders={state.orders} isNewest={state.page === 1} />
          <Pagination
            page={state.page}
            shownPage={state.page}
            total={state.total}
            pageSize={orderPageSize}
            formatRange={(range) => t('Showing {from} to {to} of {total} orders', range)}
            getPageUrl={(page) => (page > 1 ? `${urls.orders()}?page=${page}` : urls.orders())}
          />
        </>
      );
  }
}

/** The empty list of orders. Specification 2 "My orders". */
function NoOrders() {
  const t = useTexts();
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon} aria-hidden>
        <PackageOpen size={48} strokeWidth={1.25} />
      </span>
      <Typography variant="h2">{t('No Orders Found')}</Typography>
      <Button component={Link} to={urls.productList()} variant="contained" size="large">
        {t('Browse Products')}
      </Button>
    </div>
  );
}

/** The list of orders, one block per order. The newest order is open, the others are folded. Specification 2 "My orders". */
function OrderList({ orders, isNewest }: { orders: readonly Order[]; isNewest: boolean }) {
  // Dates are ISO 8601 texts in UTC, which sort as texts. The first of equal dates wins.
  const newest = orders.reduce((a, b) => (b.date > a.date ? b : a));
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderEntry order={order} isOpen={isNewest && order === newest} />
        </li>
      ))}
    </ul>
  );
}

/** The block of one order. It folds to a line with its number, date, status, amount and pictures. */
function OrderEntry({ order, isOpen }: { order: Order; isOpen: boolean }) {
  const t = useTexts();
  const { id, status, date, items, address } = order;
  const headingId = useId();
  const number = useRef<HTMLSpanElement>(null);
  const total = useOrderTotal(items);
  return (
    <article aria-labelledby={headingId}>
      <details className={styles.order} open={isOpen}>
        <summary className={styles.summary}>
          <div className={styles.facts}>
            <Typography id={headingId} variant="h3" component="h2">
              {t.rich('Order <number>{id}</number>', { id, number: (content) => <span ref={number}>{content}</span> })}
            </Typography>
            <Typography variant="body2" tone="secondary">
              {formatLongDate(date, t.language) || t('Date not available')}
            </Typography>
            <Typography variant="body2">
              {formatItemCount(items, t)} · {total}
            </Typography>
          </div>
          <div className={styles.pictures} aria-hidden>
            {withKeys(items.slice(0, 3)).map((item) => (
              <ProductPicture key={item.key} id={item.id} sizes="44px" />
            ))}
            {items.length > 3 && <Typography variant="body2">+{items.length - 3}</Typography>}
          </div>
          <span className={styles.status}>
            <StatusBadge code={status} />
          </span>
          <ChevronDown size={20} aria-hidden className={styles.chevron} />
        </summary>
        <OrderActions order={order} headingId={headingId}>
          <Button component={Link} to={urls.order(id)} aria-describedby={headingId}>
            {t('View Order')}
          </Button>
          <CopyOrderNumber id={id} number={number} />
        </OrderActions>
        <div className={styles.columns}>
          <ItemsTable items={items} orderId={id} />
          <Delivery address={address} />
        </div>
      </details>
    </article>
  );
}

/** Placeholder of two orders. */
function OrdersSkeleton() {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading your orders')}</VisuallyHidden>
      <ul className={styles.orders} aria-hidden>
        {[0, 1].map((order) => (
          <li key={order}>
            <div className={styles.order}>
              <div className={styles.summary}>
                <div className={styles.facts}>
                  <Skeleton variant="rounded" width={240} height={28} />
                  <Skeleton width={120} />
                  <Skeleton width={140} />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
