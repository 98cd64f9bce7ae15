interface PlainPage {
  title: string;
  /** Elements of the head, besides title and style. Default: none. */
  head?: string;
  /** Rules of the style sheet, besides the common ones. Default: none. */
  style?: string;
  /** HTML below the heading. */
  body: string;
}

/** Creates a page in the shop's colours that needs no other file and no script, so that a server can send it without a composition. */
export const createPlainPage = ({ title, head = '', style = '', body }: PlainPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head && `${head}\n`}<title>${title}</title>
<style>
:root { color-scheme: light dark; background: light-dark(#FAF7F2, #161311); color: light-dark(#1F1B16, #F3ECE2); }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 16px; overflow-wrap: anywhere; }
h1 { font: 600 1.75rem/1.25 Georgia, serif; }
${style && `${style}\n`}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for the content and the attributes of an element. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
