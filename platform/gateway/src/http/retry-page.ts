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
export const createRetryPage = (
  { title, reason, hindiReason }: RetryPageText,
  seconds: number,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${title}</title>
<style>
:root { color-scheme: light dark; background: light-dark(#FAF7F2, #161311); color: light-dark(#1F1B16, #F3ECE2); }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 16px; }
h1 { font: 600 1.75rem/1.25 Georgia, serif; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>${reason} This page opens again in ${seconds} seconds. Your cart is saved.</p>
<p lang="hi">${hindiReason} यह पेज ${seconds} सेकंड में फिर से खुलेगा। आपका कार्ट सुरक्षित है।</p>
</body>
</html>
`;
