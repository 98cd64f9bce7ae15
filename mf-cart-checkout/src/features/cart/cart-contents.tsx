import { useAppDispatch } from '@shop/api-client/app-state';
import { productSeen } from '@shop/api-client/product-api';
import { type CartLine, cartLineKey } from '@shop/cart/cart-line';
import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { Button, IconButton, Skeleton, Typography } from '@shop/ui/core';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { useIsNear } from '@shop/ui/use-is-near';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { X } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { formatCartLine, formatLineOptions, LinePicture, Subtotal, Total } from '../../cart-view/cart-view';
import { OrderLimitNote } from '../../cart-view/order-limit-note';
import type { Unavailability } from '../../current-prices/use-current-prices';
import * as styles from './cart.module.css';
import type { CartScreenState } from './use-cart-screen';
import { lineMarker, removeButtonMarker } from './use-focus-after-removal';

type ReadyCart = Extract<CartScreenState, { kind: 'ready' }>;

/** Called before a line is removed, with its index. The index is 0 when all lines are removed. */
export type BeforeRemove = (index: number) => void;

/** A cart with at least one line. */
export function CartContents({ state, onBeforeRemove }: { state: ReadyCart; onBeforeRemove: BeforeRemove }) {
  const t = useTexts();
  const { lines, count, changes, actions } = state;
  return (
    <Page>
      <CartHeader
        count={t('{count, plural, one {# item} other {# items}}', { count })}
        onClear={() => {
          onBeforeRemove(0);
          actions.clear();
        }}
      />
      <div className={styles.columns}>
        <ul className={styles.lines} aria-label={t('Items in your cart')}>
          {lines.map((line, index) => (
            <CartLineRow
              key={cartLineKey(line)}
              line={line}
              priceBefore={changes.pricesBefore.get(line.id)}
              unavailability={changes.findUnavailability(line)}
              index={index}
              actions={actions}
              onBeforeRemove={onBeforeRemove}
            />
          ))}
        </ul>
        <CartSummary state={state} />
      </div>
    </Page>
  );
}

/** Heading, number of pieces and the button that empties the cart. Without `onClear` the button is disabled. */
function CartHeader({ count, onClear }: { count: ReactNode; onClear?: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.header}>
      <div className={styles.title}>
        <PageHeading>{t('Your cart')}</PageHeading>
        <Typography component="div" tone="secondary" className={styles.count}>
          {count}
        </Typography>
      </div>
      <Button color="inherit" className={styles.clear} disabled={!onClear} onClick={onClear}>
        {t('Clear Cart')}
      </Button>
    </div>
  );
}

/** Lines of the placeholder. */
const placeholders = [0, 1];

/**
 * Placeholder of the cart until storage was read, with the texts of every cart that has lines. Before the scripts run, the page
 * loader of the shell sets the addresses of the pictures and the names from the stored cart, so that they show seconds earlier.
 */
export function CartSkeleton() {
  const t = useTexts();
  return (
    <Page>
      <VisuallyHidden role="status">{t('Loading your cart')}</VisuallyHidden>
      <CartHeader count={<Skeleton width={56} />} />
      <div className={styles.columns} aria-hidden>
        <div>
          {placeholders.map((line) => (
            <div key={line} className={styles.line}>
              <div className={`${styles.picture} ${styles.early}`}>
                <Skeleton variant="rounded" className={styles.placeholder} />
                <img data-early-picture alt="" suppressHydrationWarning />
              </div>
              <div className={styles.info}>
                <span data-early-name className={styles.name} lang={t.dataLanguage} suppressHydrationWarning>
                  {''}
                </span>
                <Skeleton width="70%" />
                <Skeleton width="40%" />
              </div>
              <Skeleton variant="rounded" width={144} height={46} className={styles.quantity} />
            </div>
          ))}
        </div>
        <div className={styles.panel}>
          <div className={styles.amounts}>
            <Typography variant="h3" component="h2" className={styles.heading}>
              {t('Summary')}
            </Typography>
            <Subtotal />
          </div>
          <div className={styles.bar} data-bar-below-toasts>
            <Total />
            <Button variant="contained" size="large" fullWidth disabled>
              {t('Checkout')}
            </Button>
          </div>
        </div>
      </div>
    </Page>
  );
}

const headingId = 'cart-summary';

/** Totals of the cart and the Checkout button. On phones total and button are a bar that stays in the window. */
function CartSummary({ state: { lines, total, count, checkOut } }: { state: ReadyCart }) {
  const t = useTexts();
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.amounts}>
        <Typography id={headingId} variant="h3" component="h2" className={styles.heading}>
          {t('Summary')}
        </Typography>
        <Subtotal total={total} />
        <OrderLimitNote lines={lines} />
      </div>
      <div className={styles.bar} data-bar-below-toasts>
        <Total total={total} />
        <Button
          variant="contained"
          size="large"
          fullWidth
          onClick={checkOut.go}
          onPointerEnter={checkOut.prefetch}
          onFocus={checkOut.prefetch}
          onTouchStart={checkOut.prefetch}
        >
          {t('Checkout')}
        </Button>
      </div>
      <Slot name="cart.summary" props={{ itemCount: count, total }} />
    </section>
  );
}

/** Lines that are complete in the first render: those of the first screen. */
const alwaysComplete = 6;

interface CartLineRowProps {
  line: CartLine;
  /** Rupees a piece that the page showed before. Undefined when the price has not changed. */
  priceBefore: number | undefined;
  /** Why the line cannot be ordered. */
  unavailability: Unavailability | undefined;
  /** Position of the line in the cart. */
  index: number;
  actions: ReadyCart['actions'];
  onBeforeRemove: BeforeRemove;
}

/**
 * One line of the cart: product, quantity, line total and a remove button. One piece has one price, several pieces also have the
 * price of one. A change of one line renders no other line, so all props except `line` and `index` are stable.
 *
 * Far from the window it is the name of its product at the height of a complete line: the page can be searched for it, and the
 * keyboard and a screen reader reach it, which brings it near. A line with a message is always complete.
 */
const CartLineRow = memo(function CartLineRow(props: CartLineRowProps) {
  const { line, priceBefore, unavailability, index, actions, onBeforeRemove } = props;
  const t = useTexts();
  const dispatch = useAppDispatch();
  const row = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(row);
  const isComplete = isNear || Boolean(unavailability) || priceBefore !== undefined || index < alwaysComplete;
  useEffect(() => {
    if (isNear) dispatch(productSeen(line.id));
  }, [isNear, dispatch, line.id]);
  const options = formatLineOptions(line, t);
  const product = formatCartLine(line, t);
  const remove = () => {
    onBeforeRemove(index);
    actions.remove(line);
  };
  return (
    <li ref={row} {...lineMarker} className={styles.item}>
      <div className={styles.line}>
        {isComplete && (
          <div className={styles.picture}>
            <LinePicture line={line} sizes="(min-width: 480px) 128px, 72px" isLazy={index >= placeholders.length} />
          </div>
        )}
        <div className={styles.info}>
          <Link className={styles.name} to={urls.product(line.id)} lang={t.dataLanguage}>
            {line.name}
          </Link>
          {isComplete && options.length > 0 && (
            <Typography variant="body2" tone="secondary" className={styles.note}>
              {options.join('\u00a0· ')}
            </Typography>
          )}
          {isComplete && line.quantity > 1 && (
            <Typography component="div" variant="body2" className={styles.note}>
              <VisuallyHidden>{t('Price per piece:')} </VisuallyHidden>
              <Price price={line.price} />
            </Typography>
          )}
          {priceBefore !== undefined && priceBefore !== line.price && (
            <Typography variant="body2" tone="secondary" className={styles.note}>
              {t('Price changed: was {before}, now {now}', {
                before: formatInr(priceBefore),
                now: formatInr(line.price),
              })}
            </Typography>
          )}
          {unavailability && (
            <Typography variant="body2" className={styles.unavailable}>
              {unavailability === 'gone'
                ? t('No longer available. Remove it to check out.')
                : t('No longer available as chosen. Remove it to check out. You can choose again on its page.')}
            </Typography>
          )}
        </div>
        {isComplete && (
          <>
            <div className={styles.quantity}>
              <QuantityStepper
                quantity={line.quantity}
                onChange={(quantity) => actions.setQuantity(line, quantity)}
                label={t('Quantity of {product}', { product })}
              />
              <Typography className={styles.total}>
                <VisuallyHidden>{t('Line total:')} </VisuallyHidden>
                <span>{formatInr(line.price * line.quantity)}</span>
              </Typography>
            </div>
            <div className={styles.remove}>
              <IconButton {...removeButtonMarker} aria-label={t('Remove {product}', { product })} onClick={remove}>
                <X size={20} aria-hidden />
              </IconButton>
            </div>
          </>
        )}
      </div>
    </li>
  );
});
