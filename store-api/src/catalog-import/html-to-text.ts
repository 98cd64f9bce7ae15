import { decodeHTML } from 'entities';

const blockNames = [
  ...['address', 'article', 'aside', 'blockquote', 'br', 'caption', 'center', 'dd', 'details', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'h[1-6]', 'header', 'hr', 'legend', 'li', 'main', 'nav'],
  ...['ol', 'p', 'pre', 'section', 'summary', 'table', 'tr', 'ul'],
];
const blockTag = new RegExp(`</?(?:${blockNames.join('|')})\\b[^<>]*>`, 'gi');

/** Comments, and what a browser reads as a comment: `<![if …]>`, `<!doctype html>`, `<?xml … />`. */
const comment = /<!--[\s\S]*?(-->|$)|<[!?][^<>]*>/g;

/** Converts the HTML of a product description to plain text, with one line for each paragraph, list item or row of a table. */
export function convertHtmlToText(html: string): string {
  const withoutTags = html
    .replace(comment, '')
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(blockTag, '\n')
    .replace(/<\/?t[dh]\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeHTML(withoutTags)
    .replace(/\0/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
