/** A banner above the page, in plain HTML, so that it shows even when the apps of the page fail. */
export interface Banner {
  label: string;
  /** Sentences of the banner. */
  text: string;
  /** Link that ends what the banner is about. */
  exit?: { href: string; text: string };
}

const style = 'background:#5b2a86;color:#fff;font:600 14px/1.4 system-ui,sans-serif;padding:8px 16px;text-align:center';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for the content and the attributes of an element. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Inserts a banner at the start of the body of a document, whatever shell has rendered it. */
export function insertBanner(html: string, { label, text, exit }: Banner): string {
  const link = exit ? ` <a href="${escapeHtml(exit.href)}" style="color:inherit">${escapeHtml(exit.text)}</a>` : '';
  const banner = `<aside aria-label="${escapeHtml(label)}" style="${style}">${escapeHtml(text)}${link}</aside>`;
  return html.replace(/<body\b[^>]*>/, (tag) => `${tag}\n${banner}`);
}
