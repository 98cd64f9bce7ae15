import { hasAnnouncedFeature } from '@shop/api-client/announced-features';
import { type ApiError, toApiError } from '@shop/api-client/api-error';
import { createSubmissionKeys } from '@shop/api-client/submission-key';
import type { CreatedOrder } from '@shop/api-contract/decoders/order';
import { type CartLine, isSameLine, quantitiesByProduct } from '@shop/cart/cart-line';
import { type Cart, useCartActions } from '@shop/cart/use-cart';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { addressDraft } from '@shop/forms/stored-address';
import { type Texts, useTexts } from '@shop/language/texts';
import { describeFailure, type FailureReason } from '@shop/notifications/failure-reason';
import type { NewNotice } from '@shop/notifications/notifications-slice';
import { useNotify } from '@shop/notifications/use-notify';
import type { OrderToPay } from '@shop/remote-contract/order-to-pay';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useSettings } from '@shop/settings/use-settings';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { findExceededLimit } from '../../cart-view/order-limit-note';
import { type CurrentPrices, isStatusOfApi } from '../../current-prices/use-current-prices';
import { isSentRecently, placedOrderStorage, sentOrderStorage, signOutTime } from './checkout-storage';
import { isOrderOf, toChosenLine } from './ordered-lines';
import { type RecentOrder, useRecentOrder } from './use-recent-order';

/**
 * Milliseconds after a price change on the page in which a submit is ignored. A click that was on its way when the new
 * prices appeared does not accept them.
 */
export const minReadingTimeMs = 1000;

/** A shopper who places the same order again after a lost response, also after a reload, gets the first order. */
const submissionKeys = createSubmissionKeys('checkout_submission');

/** Checkout screens on the page. A shopper who leaves and comes back is still led on to payment. */
let mountedScreens = 0;

interface PlaceOrderOptions {
  /** The cart as the page shows it. */
  cart: Cart;
  currentPrices: CurrentPrices;
  /** Called once the server has accepted the order. */
  onPlaced: () => void;
}

export interface PlaceOrder {
  /** The cart that is being ordered; null while no order is being placed. */
  orderedCart: Cart | null;
  isPlacing: boolean;
  /** Number of times that a price change or an unavailable product stopped the order. */
  stops: number;
  /** An order that an earlier submission has made, although its response was lost. The shopper decides before another is sent. */
  recentOrder: RecentOrder | null;
  /** Leads to the payment of `recentOrder`. An order of the same products empties the cart, as a new one does. */
  payRecentOrder: () => void;
  /** Hides `recentOrder`; the next submit looks for it again. The function is stable. */
  dismissRecentOrder: () => void;
  /** @param isFurther True when the shopper wants another order beside `recentOrder`. */
  placeOrder: (address: ShippingAddress, isFurther?: boolean) => Promise<void>;
}

/** False when another tab has ordered or removed a piece. */
const isInCart = (ordered: readonly CartLine[], lines: readonly CartLine[]) =>
  ordered.every((line) => lines.some((other) => isSameLine(line, other) && other.quantity >= line.quantity));

/** True for the error of a call whose session has ended. */
function isSessionOver(error: unknown): boolean {
  const known = toApiError(error);
  return known.kind === 'status' && known.status === 401;
}

/** True when the server has read the order and rejects it. A 401 is about the session instead. */
const isRejection = (error: ApiError) => error.kind === 'status' && error.status < 500 && !isSessionOver(error);

/** An attempt to place the order. A check of an earlier attempt sends nothing any more. */
interface Attempt {
  /** Grows with each attempt that has ended. */
  number: number;
  isLocked: boolean;
}

/** Locks the screen synchronously while an attempt runs. A return to the screen unlocks it. */
function useAttempt() {
  const [orderedCart, setOrderedCart] = useState<Cart | null>(null);
  const attempt = useRef<Attempt>({ number: 0, isLocked: false });
  /** Begins an attempt. @returns Its number. */
  const lock = (cart: Cart): number => {
    attempt.current.isLocked = true;
    setOrderedCart(cart);
    return attempt.current.number;
  };
  const unlock = () => {
    attempt.current = { number: attempt.current.number + 1, isLocked: false };
    setOrderedCart(null);
  };
  // After a return `isLoading` alone says whether an order is still being placed.
  useResetOnReturn(unlock);
  return { orderedCart, attempt, lock, unlock };
}

/** @returns When the page showed the last price change, in milliseconds of a clock that the device's time does not move. */
function useLastPriceChange({ changes: { pricesBefore } }: CurrentPrices): RefObject<number> {
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (pricesBefore.size > 0) changedAt.current = performance.now();
  }, [pricesBefore]);
  return changedAt;
}

/** What changes how an order is sent. */
const orderFeatures = ['accept-order-lines', 'accept-idempotency-key'] as const;

/**
 * Waits for the first response of the API. Only a response says whether the API takes sizes, colours and keys: an order that is sent
 * before loses them. A status of a proxy is a response only when it announces something.
 *
 * @param load Makes a call of the signed-in shopper.
 * @returns The error that stops the order: the API has not responded at all, or the session has ended.
 */
async function waitForResponse(
  apiBase: string,
  { hasResponse }: CurrentPrices,
  load: () => PromiseLike<{ error?: unknown }>,
): Promise<unknown> {
  const isKnown = () => hasResponse() || orderFeatures.some((feature) => hasAnnouncedFeature(apiBase, feature));
  if (isKnown()) return;
  const { error } = await load();
  if (isSessionOver(error)) return error;
  const failure = toApiError(error);
  if (failure.kind !== 'malformed' && !isStatusOfApi(failure) && !isKnown()) return error;
}

/** Gives the functions that end an attempt without an order: they unlock the screen and say why. */
function useAttemptEnd({ attempt, unlock }: ReturnType<typeof useAttempt>, cart: Cart) {
  const t = useTexts();
  const notices = createCheckoutNotices(t);
  const notify = useNotify();
  const isShown = useIsShown();

  const showFailure = (thrown: unknown): ApiError => {
    const error = toApiError(thrown);
    console.error('Failed to create order:', error);
    notify(
      isSessionOver(error)
        ? notices.sessionOver
        : { ...notices.orderFailed, reason: describeOrderFailure(error, cart, t) },
    );
    unlock();
    return error;
  };

  /**
   * Ends an attempt that sends nothing.
   *
   * @param error The error that stops it, if any.
   * @returns False when the attempt goes on: there is no error, and the shopper has not left.
   */
  const endsBeforeOrder = (ownAttempt: number, error: unknown): boolean => {
    const isLatest = attempt.current.number === ownAttempt;
    if (error && isLatest) {
      showFailure(error);
      return true;
    }
    if (isShown.current) return !isLatest;
    notify(notices.leftBeforeOrder);
    unlock();
    return true;
  };

  return { showFailure, endsBeforeOrder };
}

function useMountedScreen(): void {
  useEffect(() => {
    mountedScreens += 1;
    return () => {
      mountedScreens -= 1;
    };
  }, []);
}

/** One click on Place Order. */
interface Submission {
  ownAttempt: number;
  /** Whether its shopper has signed out since the click. */
  hasSignedOut: () => boolean;
  /** The shopper wants a further order like a recent one. */
  isFurther: boolean;
}

/**
 * Places the order, at prices that the shopper has seen.
 *
 * 1. Right before `POST /orders` the current prices are compared with the prices shown. After a change nothing is sent:
 *    the page shows the change and the new total, and the shopper places the order again.
 * 2. A product that cannot be loaded within 4 seconds does not hold up the order. Placing an order charges
 *    nothing, so a slow API costs the shopper no money. Checkout sends no order to an API that has not responded at all,
 *    because only a response says whether it takes sizes and a key.
 * 3. The payment page receives the total that was shown and the total of the response. When they differ, it asks the
 *    shopper to confirm before it offers the payment form.
 *
 * The lock is synchronous: two fast clicks make one order. Tabs place their orders one after the other. A tab whose cart was
 * ordered in the meantime sends nothing.
 *
 * @see Specification 4 "Checkout", 7 and 8; Interpretations 15, 20 and 23
 */
export function usePlaceOrder({ cart, currentPrices, onPlaced }: PlaceOrderOptions): PlaceOrder {
  const { removeOrdered, getLines } = useCartActions();
  const t = useTexts();
  const notices = createCheckoutNotices(t);
  const notify = useNotify();
  const navigate = useNavigate();
  // The cache key is fixed: a shopper who leaves and comes back still finds the order being placed.
  const { apiBase } = useSettings();
  const [send, { isLoading }] = cartCheckoutApi.useCartCheckoutPlaceOrderMutation({ fixedCacheKey: 'cart-checkout' });
  const [stops, setStops] = useState(0);
  const {
    recent: recentOrder,
    load: loadOrders,
    find: findRecentOrder,
    dismiss: dismissRecentOrder,
  } = useRecentOrder();
  const attemptState = useAttempt();
  const { orderedCart, attempt, lock, unlock } = attemptState;
  const { showFailure, endsBeforeOrder } = useAttemptEnd(attemptState, cart);
  const changedAt = useLastPriceChange(currentPrices);
  useMountedScreen();

  const placeOrder: PlaceOrder['placeOrder'] = async (address, isFurther = false) => {
    if (attempt.current.isLocked || isLoading) return;
    if (cart.lines.length === 0) {
      notify(notices.cartEmpty);
      return;
    }
    const exceeded = findExceededLimit(cart.lines, t);
    if (exceeded) {
      notify({ tone: 'destructive', title: t('Order not placed'), description: exceeded });
      return;
    }
    if (performance.now() - changedAt.current < minReadingTimeMs) return;
    const lastSignOut = signOutTime.read();
    const hasSignedOut = () => signOutTime.read() !== lastSignOut;
    const ownAttempt = lock(cart);
    await withOrderLock(() => checkAndSend(address, { ownAttempt, hasSignedOut, isFurther }));
  };

  // After a sign-out the next shopper must get neither the order nor messages about it.
  const checkAndSend = async (address: ShippingAddress, { ownAttempt, hasSignedOut, isFurther }: Submission) => {
    const hasOtherPrices = await currentPrices.check(cart.lines);
    const error = !hasOtherPrices && (await waitForResponse(apiBase, currentPrices, loadOrders));
    if (hasSignedOut()) return unlock();
    if (endsBeforeOrder(ownAttempt, error)) return;
    if (hasOtherPrices || !isInCart(cart.lines, getLines())) {
      unlock();
      notify(notices.orderChanged);
      setStops((count) => count + 1);
      return;
    }
    const products = quantitiesByProduct(cart.lines);
    const lines = hasAnnouncedFeature(apiBase, 'accept-order-lines') ? cart.lines.map(toChosenLine) : undefined;
    const order = { products, shippingAddress: address, ...(lines && { lines }) };
    // Another order needs another key.
    if (isFurther) submissionKeys.end();
    const idempotencyKey = submissionKeys.get(order);
    // An API that knows no keys makes a second order of a repeated submission: the next attempt looks for the first.
    const isKeyed = hasAnnouncedFeature(apiBase, 'accept-idempotency-key');
    const look = isFurther ? null : await findRecentOrder(cart.lines, isKeyed ? idempotencyKey : null);
    if (look?.isFound || hasSignedOut()) return unlock();
    if (endsBeforeOrder(ownAttempt, isSessionOver(look?.error) && look?.error)) return;
    dismissRecentOrder();
    const key = isKeyed ? idempotencyKey : `without ${idempotencyKey}`;
    const sentBefore = sentOrderStorage.read();
    // A repeated submission keeps the time of its first attempt, which may have made the order.
    const isRepeated = sentBefore?.key === key && isSentRecently(sentBefore);
    const received = sentBefore?.received;
    if (!isRepeated) sentOrderStorage.write({ key, sentAt: Date.now(), ...(received && { received }) });
    const { pathname } = window.location;
    try {
      const created = await send({ order, idempotencyKey }).unwrap();
      submissionKeys.end();
      if (hasSignedOut()) return removeOrdered(cart.lines);
      // The response of an earlier order may still be missing, unless the shopper has answered the question about that order.
      const isOpen = sentBefore !== null && sentBefore.key !== key && !isFurther && isSentRecently(sentBefore);
      sentOrderStorage.write(isOpen ? { ...sentBefore, received: [...(received ?? []), created.id] } : null);
      onPlaced();
      placedOrderStorage.write({ orderId: created.id, placedAt: Date.now(), lines: cart.lines, address });
      // Navigate first, then empty the cart: the lock and the ordered lines stay until the payment page has loaded.
      if (mountedScreens > 0 && window.location.pathname === pathname)
        navigate(urls.payment(created.id), { state: toOrderToPay(created, cart) });
      else notify(notices.orderPlaced);
      removeOrdered(cart.lines);
    } catch (thrown) {
      if (hasSignedOut()) return unlock();
      const error = showFailure(thrown);
      submissionKeys.endAfter(error);
      // An earlier attempt may have made an order all the same.
      if (isRefused(error)) sentOrderStorage.write(sentBefore);
      // The response need not name the reason. A product that was withdrawn would fail every attempt.
      if (isRejection(error)) void currentPrices.check(cart.lines);
    }
  };

  const payRecentOrder = () => {
    if (!recentOrder || attempt.current.isLocked || isLoading) return;
    const { orderId, items } = recentOrder;
    lock(cart);
    sentOrderStorage.write(null);
    submissionKeys.end();
    const isCartOrdered = isOrderOf(cart.lines, items);
    if (isCartOrdered) {
      placedOrderStorage.write({ orderId, placedAt: Date.now(), lines: cart.lines, address: addressDraft.read() });
      onPlaced();
    }
    // As after a placed order, the lock and the ordered lines stay until the payment page has loaded.
    navigate(urls.payment(orderId));
    if (isCartOrdered) removeOrdered(cart.lines);
  };

  const isPlacing = orderedCart !== null || isLoading;
  return { orderedCart, isPlacing, stops, recentOrder, payRecentOrder, dismissRecentOrder, placeOrder };
}

/** True when a 409 is about a request with the same Idempotency-Key. A 409 about the order itself is an answer. */
const isStillProcessed = ({ message }: ApiError) => /idempotency|being processed/i.test(message);

/**
 * True when the server has made no order of an attempt. It may still make one of a request that timed out, or that it is processing.
 * The error says nothing about an earlier attempt.
 */
const isRefused = (error: ApiError) =>
  error.kind === 'status' &&
  error.status < 500 &&
  error.status !== 408 &&
  !(error.status === 409 && isStillProcessed(error));

/** Describes why the server has taken no order. A message that lists ids of products says nothing to a shopper. */
function describeOrderFailure(error: ApiError, { lines }: Cart, t: Texts): FailureReason {
  if (error.kind !== 'status') return describeFailure(error, t);
  const { status, message, retryAfter } = error;
  if (status === 422 && lines.some(({ id }) => hasWord(message, id))) {
    return { text: t('Some items of your order are no longer available.') };
  }
  if (status === 409 && retryAfter !== undefined) {
    return {
      text: t('This order is already being placed. Try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds: Math.max(1, Math.ceil(retryAfter)),
      }),
    };
  }
  return describeFailure(error, t);
}

/** True when the text has the word, and not only as a part of a longer word or number. */
function hasWord(text: string, word: string): boolean {
  const edge = String.raw`[^\p{L}\p{M}\p{N}_-]`;
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?:^|${edge})${escaped}(?:${edge}|$)`, 'u').test(text);
}

/** The order as the payment page shows it: priced by the server where the response says so, else as checkout showed it. */
function toOrderToPay({ id, items, total }: CreatedOrder, cart: Cart): OrderToPay {
  const shown = cart.lines.map((line) => ({ ...toChosenLine(line), name: line.name, price: line.price }));
  return {
    orderId: id,
    items: (items.length > 0 ? items : shown).map(({ id: _, ...item }) => item),
    shownTotal: cart.total,
    ...(total !== undefined && { total }),
  };
}

/**
 * Creates the toasts of checkout. The English texts of `cartEmpty`, `fieldsMissing` and `orderFailed` are fixed by specification 5
 * "Checkout" and 8 "Orders and payment"; the others are the shop's own.
 */
export const createCheckoutNotices = (t: Texts) =>
  ({
    cartEmpty: {
      tone: 'destructive',
      title: t('Cart is empty'),
      description: t('Please add items to your cart before checkout.'),
    },
    fieldsMissing: {
      key: 'fields-missing',
      tone: 'destructive',
      title: t('Please fill all fields'),
      description: t('All shipping information fields are required.'),
    },
    orderFailed: { tone: 'destructive', title: t('Error placing order'), description: t('Please try again later.') },
    /** For a token that has expired. The shell leads to sign-in, and from there back to checkout. */
    sessionOver: {
      tone: 'destructive',
      title: t('Order not placed'),
      description: t('Your session has ended. Sign in again to place the order. Your cart and address are saved.'),
    },
    orderChanged: {
      tone: 'destructive',
      title: t('Order not placed yet'),
      description: t('Your order has changed. Check what changed, then place it again.'),
    },
    leftBeforeOrder: {
      tone: 'destructive',
      title: t('Order not placed'),
      description: t('You left checkout before the order was sent. Your cart and address are saved.'),
    },
    /** For a shopper who has left checkout while the order was sent. */
    orderPlaced: { title: t('Order placed'), description: t('You can pay for it from My Orders.') },
  }) satisfies Record<string, NewNotice>;

/** Name of the lock that all tabs of the shop share. */
const lockName = 'place-order';

/**
 * Runs `work` while no other tab of the shop runs it. A tab that waits sees the cart that the tab before it has left.
 *
 * Without Web Locks, as on a page without HTTPS or in a browser that blocks storage, `work` runs at once.
 */
export async function withOrderLock<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  let isStarted = false;
  try {
    return await navigator.locks.request(lockName, () => {
      isStarted = true;
      return work();
    });
  } catch (error) {
    if (isStarted) throw error;
    return work();
  }
}
