import type { NewNotice } from '@shop/notifications/notifications-slice';

/**
 * Toasts of checkout. The texts of `cartEmpty`, `fieldsMissing` and `orderFailed` are fixed by specification 5
 * "Checkout" and 8 "Orders and payment"; the others are the shop's own.
 */
export const checkoutNotices = {
  cartEmpty: {
    tone: 'destructive',
    title: 'Cart is empty',
    description: 'Please add items to your cart before checkout.',
  },
  fieldsMissing: {
    tone: 'destructive',
    title: 'Please fill all fields',
    description: 'All shipping information fields are required.',
  },
  orderFailed: { tone: 'destructive', title: 'Error placing order', description: 'Please try again later.' },
  orderChanged: {
    tone: 'destructive',
    title: 'Order not placed yet',
    description: 'Your order has changed. Check what changed, then place it again.',
  },
  leftBeforeOrder: {
    tone: 'destructive',
    title: 'Order not placed',
    description: 'You left checkout before the order was sent. Your cart and address are saved.',
  },
  /** For a shopper who has left checkout while the order was sent. */
  orderPlaced: { title: 'Order placed', description: 'You can pay for it from My Orders.' },
} as const satisfies Record<string, NewNotice>;
