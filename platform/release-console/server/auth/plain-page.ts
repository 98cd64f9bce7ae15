const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Style sheet of the pages. Their content security policy allows it by its element. */
const styles = `
  :root { color-scheme: light dark; --ground: #faf6f0; --raised: #fff; --ink: #241f1a; --soft: #655c52; --accent: #a24f1e }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #191511; --raised: #231e19; --ink: #f3ece3; --soft: #b3a799; --accent: #e59a63 }
  }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1.25rem;
    background: var(--ground); color: var(--ink) }
  h1 { font: 500 2rem/1.2 Georgia, serif; margin: 0 0 .5rem }
  p { color: var(--soft); margin: 0 0 1.5rem }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem }
  button, .button { font: inherit; display: block; width: 100%; box-sizing: border-box; text-align: start; padding: 1rem 1.25rem;
    border: 1px solid var(--soft); border-radius: .375rem; background: var(--raised); color: inherit; cursor: pointer;
    text-decoration: none }
  :is(button, .button):hover { border-color: var(--accent) }
  :is(button, .button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  small { display: block; font-size: .9375rem; color: var(--soft) }`;

/** Headers of the pages: no script, and forms to this server only. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // With no-referrer, a form of the page would send the origin null.
  'referrer-policy': 'same-origin',
};

/** Formats a page without scripts. @param body  HTML below the heading; its texts are escaped. */
export const formatPlainPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;
