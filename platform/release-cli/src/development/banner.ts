import { escapeHtml } from '@shop/gateway/http/plain-page';

const style = 'background:#5b2a86;color:#fff;font:600 14px/1.4 system-ui,sans-serif;padding:8px 16px;text-align:center';

/** Inserts a banner above the page of a document, in plain HTML, so that it shows even when the apps of the page fail. */
export const insertBanner = (html: string, text: string): string =>
  html.replace(
    /<body\b[^>]*>/,
    (tag) => `${tag}\n<aside aria-label="Development" style="${style}">${escapeHtml(text)}</aside>`,
  );
