/** What a place of a mask takes. Interpretation 31: 9, 0 and # a digit, a a letter, * either, anything else itself. */
const places: Readonly<Record<string, RegExp>> = {
  '9': /\d/,
  '0': /\d/,
  '#': /\d/,
  a: /\p{L}/u,
  '*': /[\p{L}\d]/u,
};

/**
 * Lays text out by a mask while it is typed. What does not fit a place is skipped; a fixed character is put in when the
 * character after it arrives, never before, so that Backspace always removes what the shopper sees last.
 *
 * @param text What stands in the field, laid out before or not: '1234', '12/34', '12 34'.
 * @param mask '99/99', 'aaaa 0000', an empty mask changes nothing.
 */
export function formatByMask(text: string, mask: string): string {
  if (mask === '') return text;
  const typed = Array.from(text);
  let at = 0;
  let laidOut = '';
  let pending = '';
  for (const symbol of mask) {
    const place = places[symbol];
    if (place) {
      while (at < typed.length && !place.test(typed[at] ?? '')) at += 1;
      if (at >= typed.length) break;
      laidOut += pending + typed[at];
      pending = '';
      at += 1;
    } else if (typed[at] === symbol) {
      laidOut += pending + symbol;
      pending = '';
      at += 1;
    } else {
      pending += symbol;
    }
  }
  return laidOut;
}

/** Adds what a mask ends with, once every place before it is taken: '(12' becomes '(12)' when the field is left. */
export function closeMask(text: string, mask: string): string {
  const symbols = Array.from(mask);
  const lastPlace = symbols.findLastIndex((symbol) => symbol in places);
  const ending = symbols.slice(lastPlace + 1).join('');
  const isFull = lastPlace >= 0 && Array.from(text).length === lastPlace + 1;
  return isFull ? text + ending : text;
}
