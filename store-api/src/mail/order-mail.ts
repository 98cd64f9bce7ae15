import { shippingFields } from '@shop/api-contract/shipping-fields';
import { formatOrderAmount, type OrderAmountStyle } from '@shop/money/order-amount';
import { escapeUTF8 } from 'entities';
import { type StoredOrder, sumPaise } from '../orders/orders.repository';
import type { Account } from '../users/accounts.repository';
import type { Mail, MailAddress } from './mail-transport';

export interface OrderMailOptions {
  from: MailAddress;
  /** URL of the shop, without a trailing slash. */
  shopUrl: string;
  /** Style of amounts in order views. */
  amountStyle: OrderAmountStyle;
}

/**
 * Creates the e-mail about a new order: its number, lines, total, delivery address and tracking link.
 *
 * @see Specification 2 "Order success", which announces the e-mail.
 */
export function createOrderMail(
  order: StoredOrder,
  account: Pick<Account, 'firstName' | 'lastName' | 'email'>,
  { from, shopUrl, amountStyle }: OrderMailOptions,
): Mail {
  const formatPaise = (paise: number) => formatOrderAmount(paise / 100, amountStyle);
  const firstName = toLine(account.firstName);
  const lines = order.lines.map(({ title, quantity, pricePaise }) => ({
    product: `${quantity} × ${toLine(title)}`,
    amount: formatPaise(quantity * pricePaise),
  }));
  const total = formatPaise(sumPaise(order.lines));
  const address = shippingFields.map((field) => toLine(order.shippingAddress[field]));
  const trackingUrl = `${shopUrl}/track-order?id=${encodeURIComponent(order.id)}`;

  const text = [
    `Hello ${firstName},`,
    `Thank you for your order ${order.id} at ${from.name}.`,
    [...lines.map(({ product, amount }) => `${product}: ${amount}`), `Total: ${total}`].join('\n'),
    ['Delivery address:', ...address].join('\n'),
    `Track your order: ${trackingUrl}`,
  ].join('\n\n');

  const rows = lines.map(({ product, amount }) => formatRow('td', product, amount));
  const html = `<!doctype html>
<html lang="en-IN">
<body>
<p>Hello ${escapeUTF8(firstName)},</p>
<p>Thank you for your order <strong>${escapeUTF8(order.id)}</strong> at ${escapeUTF8(from.name)}.</p>
<table>
${[...rows, formatRow('th', 'Total', total)].join('\n')}
</table>
<p>Delivery address:<br>${address.map(escapeUTF8).join('<br>')}</p>
<p><a href="${escapeUTF8(trackingUrl)}">Track your order</a></p>
</body>
</html>
`;
  const to = { name: toLine(`${account.firstName} ${account.lastName}`), address: account.email };
  return { from, to, subject: `Your order ${order.id}`, text: `${text}\n`, html };
}

function formatRow(cell: 'td' | 'th', product: string, amount: string): string {
  return `<tr><${cell} align="left">${escapeUTF8(product)}</${cell}><${cell} align="right">${escapeUTF8(amount)}</${cell}></tr>`;
}

/** Replaces line breaks and other control characters, so that the text of a shopper cannot imitate another line. */
function toLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
