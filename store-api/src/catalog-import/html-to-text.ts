import { decodeHTML } from 'entities';

const blockTag = /<\/?(br|p|div|li|h[1-6]|tr|ul|ol|dt|dd|blockquote|section|article|figcaption|pre|hr)\b[^<>]*>/gi;

/** Converts the HTML of a product description to plain text, with one line for each paragraph, list item or row of a table. */
export function convertHtmlToText(html: string): string {
  const withoutTags = html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
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
