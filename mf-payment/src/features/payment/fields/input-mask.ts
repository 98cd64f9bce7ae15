/** Placeholders of a mask. Interpretation 31: 9, 0 and # take a digit, a takes a letter, * takes either. */
const placeholders: Readonly<Record<string, RegExp>> = {
  '9': /\d/,
  '0': /\d/,
  '#': /\d/,
  a: /\p{L}/u,
  '*': /[\p{L}\d]/u,
};

/**
 * Formats text by a mask while the shopper types. Skips characters that do not fit. Inserts a fixed character together
 * with the character after it, so that Backspace always removes the last visible character.
 *
 * @param text Text of the field, formatted or not: '1234', '12/34', '12 34'.
 * @param mask Such as '99/99' or 'aaaa 0000'. An empty mask returns the text unchanged.
 */
export function formatByMask(text: string, mask: string): string {
  if (mask === '') return text;
  const typed = Array.from(text);
  let index = 0;
  let formatted = '';
  let pending = '';
  for (const symbol of mask) {
    const placeholder = placeholders[symbol];
    if (placeholder) {
      while (index < typed.length && !placeholder.test(typed[index] ?? '')) index += 1;
      if (index >= typed.length) break;
      formatted += pending + typed[index];
      pending = '';
      index += 1;
    } else if (typed[index] === symbol) {
      formatted += pending + symbol;
      pending = '';
      index += 1;
    } else {
      pending += symbol;
    }
  }
  return formatted;
}

/** Appends the fixed ending of a mask when all placeholders are filled: '(12' becomes '(12)'. */
export function closeMask(text: string, mask: string): string {
  const symbols = Array.from(mask);
  const lastPlaceholder = symbols.findLastIndex((symbol) => symbol in placeholders);
  const ending = symbols.slice(lastPlaceholder + 1).join('');
  const isFull = lastPlaceholder >= 0 && Array.from(text).length === lastPlaceholder + 1;
  return isFull ? text + ending : text;
}
