import { escapeHtml } from '../http/banner';

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
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 24px auto; padding: 0 16px; overflow-wrap: anywhere; }
h1, h2 { font-size: 1.5rem; line-height: 1.25; margin: 16px 0 8px; }
button { font: inherit; min-height: 48px; padding: 8px 24px; }</style>
</head>
<body>
<h1>${title}</h1>
<p><strong>${escapeHtml(name)}</strong></p>
<p>${text}</p>
<div lang="hi"><h2>${hindiTitle}</h2>
<p>${hindiText}</p></div>
<form method="post" enctype="text/plain"><button>${button} · <span lang="hi">${hindiButton}</span></button></form>
<p><a href="/">Go to the shop</a> · <a href="/" lang="hi">दुकान पर जाएँ</a></p>
</body>
</html>
`;
