const letterSizes = [
  'xxxs',
  '3xs',
  'xxs',
  '2xs',
  'xs',
  's',
  'm',
  'l',
  'xl',
  'xxl',
  '2xl',
  'xxxl',
  '3xl',
  '4xl',
  '5xl',
  '6xl',
];
const numbersLast = new Intl.Collator('en', { numeric: true });

/**
 * Compares two sizes in their natural order: letter sizes from small to large, then numbers by value, then other names.
 *
 * @example ['10 cm', 'L', '9 cm', 'S'].sort(compareSizes) // ['S', 'L', '9 cm', '10 cm']
 */
export function compareSizes(a: string, b: string): number {
  const [first, second] = [getRank(a), getRank(b)];
  return first - second || numbersLast.compare(a, b);
}

function getRank(size: string): number {
  const letters = letterSizes.indexOf(size.trim().toLowerCase());
  if (letters >= 0) return letters;
  return /^\d/.test(size.trim()) ? letterSizes.length : letterSizes.length + 1;
}
