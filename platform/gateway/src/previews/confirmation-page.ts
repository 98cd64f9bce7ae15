import { createPlainPage, escapeHtml } from '../http/plain-page';

/** What a page asks a visitor to confirm, in English and Hindi. */
export interface ConfirmationText {
  title: string;
  hindiTitle: string;
  /** What the link does, without its name. */
  text: string;
  hindiText: string;
  button: string;
  hindiButton: string;
}

/** Content security policy of a confirmation page. No other site can show the button in a frame. */
export const confirmationPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Creates a page with one button, which sends a POST to the address of the page. It needs no other file and no script. It has both
 * languages, because the link names none.
 *
 * @param name What the link opens, such as the name of a preview.
 */
export const createConfirmationPage = (
  { title, hindiTitle, text, hindiText, button, hindiButton }: ConfirmationText,
  name: string,
): string =>
  createPlainPage({
    title,
    head: '<meta name="robots" content="noindex">',
    style: `body { margin: 24px auto; }
h2 { font: 600 1.5rem/1.25 Georgia, serif; margin: 16px 0 8px; }
a { color: inherit; }
button { font: inherit; min-height: 48px; padding: 8px 24px; }`,
    body: `<p><strong>${escapeHtml(name)}</strong></p>
<p>${text}</p>
<div lang="hi"><h2>${hindiTitle}</h2>
<p>${hindiText}</p></div>
<form method="post" enctype="text/plain"><button>${button} · <span lang="hi">${hindiButton}</span></button></form>
<p><a href="/">Go to the shop</a> · <a href="/" lang="hi">दुकान पर जाएँ</a></p>`,
  });
