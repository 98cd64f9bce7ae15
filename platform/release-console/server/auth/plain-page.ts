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
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 10vh auto; padding: 0 1rem; color-scheme: light dark }
  ul { list-style: none; padding: 0; display: grid; gap: .75rem }
  button, .button { font: inherit; display: block; width: 100%; box-sizing: border-box; text-align: start; padding: .75rem 1rem;
    border: 1px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer; text-decoration: none }
  small { display: block }`;

/** Headers of the pages: no script, and forms to this server and to the console only. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
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
