import { createPlainPage } from './plain-page';

export interface RetryPageText {
  title: string;
  /** The reason why the page cannot be shown. */
  reason: string;
  /** The reason in Hindi. */
  hindiReason: string;
}

/** Content security policy of a retry page, which needs no file of the shop and no script. */
export const retryPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Creates a page that opens its address again. It needs no other file, so a server can send it when nothing else works. It has both
 * languages, because a server that sends it knows no composition, and without one no languages.
 *
 * @param seconds Seconds until the browser asks again.
 */
export const createRetryPage = ({ title, reason, hindiReason }: RetryPageText, seconds: number): string =>
  createPlainPage({
    title,
    head: `<meta http-equiv="refresh" content="${seconds}">`,
    body: `<p>${reason} This page opens again in ${seconds} seconds. Your cart is saved.</p>
<p lang="hi">${hindiReason} यह पेज ${seconds} सेकंड में फिर से खुलेगा। आपका कार्ट सुरक्षित है।</p>`,
  });
