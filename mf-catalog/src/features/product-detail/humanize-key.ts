/**
 * Converts the key of an attribute to a label.
 *
 * @example humanizeKey('countryOfOrigin') // 'Country of origin'
 * @example humanizeKey('net_quantity') // 'Net quantity'
 */
export function humanizeKey(key: string): string {
  const words = key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    // A word in capitals is an abbreviation: 'MRP'.
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
