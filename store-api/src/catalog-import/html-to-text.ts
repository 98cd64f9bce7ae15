import { decodeHTML } from 'entities';

/** Converts the HTML of a product description to plain text, with one line for each paragraph or list item. */
export function convertHtmlToText(html: string): string {
  const withoutTags = html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/?(br|p|div|li|h[1-6]|tr|ul|ol)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeHTML(withoutTags)
    .replace(/\0/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
