import { createHash } from 'node:crypto';
import { getLocale, splitLanguage } from '@shop/remote-contract/languages';
import { escapeUTF8 } from 'entities';
import type { SignedPaymentTicket } from '../payments/payment-ticket';
import { createTexts, languages } from '../texts/texts';

const style = `
:root{color-scheme:light dark;--paper:#FAF7F2;--card:#fff;--ink:#1F1B16;--soft:#5E564C;--line:#E4DACB;--copper:#A4521F;--on-copper:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#161311;--card:#211C18;--ink:#F3ECE2;--soft:#B9AD9E;--line:#3A322B;--copper:#E2985F;--on-copper:#161311}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;padding:32px 24px;background:var(--card);border:1px solid var(--line);border-radius:8px}
.bank{margin:0 0 24px;color:var(--soft);font-size:14px}
h1{margin:0 0 8px;font:600 26px/1.25 Georgia,serif}
.amount{margin:0 0 24px;font-size:36px;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0 0 24px;padding:16px 0;border-block:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;font-size:13px;line-height:24px;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:12px}
button,.link{display:block;width:100%;min-height:48px;padding:12px;border:1px solid var(--copper);border-radius:6px;font:600 16px/1.4 system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
.pay{background:var(--copper);color:var(--on-copper)}
.decline,.link{background:transparent;color:var(--copper)}
:focus-visible{outline:3px solid var(--copper);outline-offset:3px}
`;

/** Content security policy of the bank page. Only its style may load. The form leads to this server, which redirects to the shop. */
export function createBankPagePolicy(shopUrl: string): string {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${new URL(shopUrl).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Formats rupees with two decimals, as banks do. */
function formatRupees(amount: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(Number(amount));
}

/**
 * Renders the page where the shopper pays or declines, in the language of the page of the shop that follows. It is HTML without a
 * script, and names itself a sandbox.
 */
export function renderBankPage(ticket: SignedPaymentTicket): string {
  const language = getPageLanguage(ticket.shopUrl);
  const t = createTexts(language);
  const hidden = Object.entries(ticket)
    .map(([name, value]) => `<input type="hidden" name="${escapeUTF8(name)}" value="${escapeUTF8(value)}">`)
    .join('\n');
  const amount = escapeUTF8(formatRupees(ticket.amount));
  const pay = t('Pay {amount}', { amount });
  return renderPage(
    language,
    pay,
    `<p class="bank">${t('Sandbox bank: a rehearsal, no money moves')}</p>
<h1>${t('Confirm your payment')}</h1>
<p class="amount">${amount}</p>
<dl>
<dt>${t('Order')}</dt><dd>${escapeUTF8(ticket.orderId)}</dd>
<dt>${t('Payment')}</dt><dd>${escapeUTF8(ticket.reference)}</dd>
</dl>
<form method="post" action="/sandbox/pay/decision">
${hidden}
<button class="pay" name="decision" value="pay">${pay}</button>
<button class="decline" name="decision" value="decline">${t('Decline')}</button>
</form>`,
  );
}

/** A page without a payment. Its texts are English and have translations. */
export interface BankNotice {
  title: string;
  note: string;
  /** Where the shopper goes on. */
  link: { url: string; text: string };
}

/** Renders the page that says why there is nothing to pay. */
export function renderBankNotice({ title, note, link }: BankNotice, language: string): string {
  const t = createTexts(language);
  return renderPage(
    language,
    t('Payment'),
    `<p class="bank">${t('Sandbox bank: a rehearsal, no money moves')}</p>
<h1>${escapeUTF8(t(title))}</h1>
<p>${escapeUTF8(t(note))}</p>
<p><a class="link" href="${escapeUTF8(link.url)}">${escapeUTF8(t(link.text))}</a></p>`,
  );
}

/** Returns the language of a page of the shop. */
export const getPageLanguage = (shopUrl: string): string =>
  splitLanguage(new URL(shopUrl).pathname, languages).language;

function renderPage(language: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="${getLocale(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
