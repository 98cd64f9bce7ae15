import type { Mail, MailAddress } from '@shop/mail/mail-transport';
import { formatInr } from '@shop/money/format';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import type { OrderMailResult } from '../operation/store-api-metrics';
import { formatLineChoice } from '../orders/chosen-lines';
import { type StoredOrder, sumPaise } from '../orders/orders.repository';
import type { SendOrderMail } from '../orders/orders.routes';
import { createTexts, toLine } from '../texts/texts';
import type { Account, AccountsRepository } from '../users/accounts.repository';
import type { AttemptLimits } from '../users/attempt-limits';
import type { MailLog, MailQueue } from './mail-queue';

export interface OrderMailOptions {
  from: MailAddress;
  /** URL of the shop, without a trailing slash. */
  shopUrl: string;
}

/**
 * Creates the e-mail about a new order, in the language of the order: its number, lines, total and tracking link.
 *
 * The e-mail address of an account is not verified, so an attacker can make the shop write to a stranger. The e-mail therefore
 * contains no text of the shopper that could be a message or a link: no delivery address, the first name only when it has the
 * shape of a name, and sizes and colours only of those that the product comes in. It is plain text, and its one link is that of the shop.
 *
 * @see Specification 2 "Order success", which announces the e-mail.
 */
export function createOrderMail(
  order: Pick<StoredOrder, 'id' | 'language' | 'lines'>,
  { firstName, email }: Pick<Account, 'firstName' | 'email'>,
  { from, shopUrl }: OrderMailOptions,
): Mail {
  const t = createTexts(order.language);
  const formatPaise = (paise: number) => formatInr(paise / 100);
  const lines = order.lines.map(
    ({ title, quantity, pricePaise, ...choice }) =>
      `${quantity} × ${toLine([title, ...formatLineChoice(choice, t)].join(', '))}: ${formatPaise(quantity * pricePaise)}`,
  );
  const trackingPage = `${shopUrl}${getLanguagePrefix(order.language)}/track-order`;
  const text = [
    isName(firstName) ? t('Hello {name},', { name: firstName }) : t('Hello,'),
    // The English text ends with the name and a full stop, and a name such as `Tamra Home Pvt. Ltd.` has its own.
    t('Thank you for your order {order} at {shop}.', { order: order.id, shop: from.name }).replace(/\.\.$/, '.'),
    [...lines, t('Total: {amount}', { amount: formatPaise(sumPaise(order.lines)) })].join('\n'),
    t('Track your order: {link}', { link: `${trackingPage}?id=${encodeURIComponent(order.id)}` }),
    t('Did you not order this? Then your e-mail address was entered by mistake, and you do not have to do anything.'),
  ].join('\n\n');
  const subject = t('Your order {order}', { order: order.id });
  // The same for each attempt: a mail server that responded too late has delivered the first one, and mailboxes show one.
  const messageId = `<${order.id}@${from.address.split('@')[1]}>`;
  return { from, to: { name: '', address: email }, subject, messageId, text: `${text}\n` };
}

/** One to three words of letters. Without a dot, a digit or a sign it is not a link, address or number for any e-mail program. */
const nameShape = /^\p{L}[\p{L}\p{M}]*(?:[ '’-]\p{L}[\p{L}\p{M}]*){0,2}$/u;

const isName = (text: string): boolean => text.length <= 30 && nameShape.test(text);

export interface OrderMailSenderOptions extends OrderMailOptions {
  queue: Pick<MailQueue, 'add'>;
  accounts: Pick<AccountsRepository, 'getById'>;
  attempts: Pick<AttemptLimits, 'countOrderMail'>;
  log: Pick<MailLog, 'warn'>;
  /** Records that no e-mail about an order is sent. */
  recordNoMail: (orderId: string) => Promise<void>;
  onResult: (result: OrderMailResult) => void;
}

/**
 * Creates the function that sends e-mails about orders. It limits them by account, by client network and in all, and never throws:
 * an order beyond a limit is placed without an e-mail.
 */
export function createOrderMailSender(options: OrderMailSenderOptions): SendOrderMail {
  const { queue, accounts, attempts, log, onResult } = options;
  const recordNoMail = (orderId: string) =>
    options
      .recordNoMail(orderId)
      .catch((err: unknown) => log.warn({ err, mail: orderId }, 'a missing e-mail was not recorded'));
  return async (order, ip) => {
    const isAllowed = await attempts.countOrderMail(ip, order.accountId).then(
      () => true,
      () => false,
    );
    onResult(isAllowed ? 'queued' : 'limited');
    if (!isAllowed) {
      log.warn({ mail: order.id }, 'an e-mail was not sent, because there were too many');
      return recordNoMail(order.id);
    }
    const createMail = async () => createOrderMail(order, await accounts.getById(order.accountId), options);
    queue.add(order.id, createMail, () => {
      onResult('failed');
      return recordNoMail(order.id);
    });
  };
}
