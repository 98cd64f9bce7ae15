import fc from 'fast-check';

/** Texts that often break programs: encodings, names of JavaScript, SQL, paths, numbers and markup. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  '\u2028',
  '\ufeff',
  'a\nb',
  '%',
  '%00',
  '%zz',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '..%2f..%2f',
  "' or 1=1 --",
  "'; delete x; --",
  '$1',
  '{{7*7}}',
  '<script>hit()</script>',
  '999999999999999999999',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '٣',
  'ﷺ'.repeat(30),
  '🧨'.repeat(60),
  'a@b.co',
  'x'.repeat(3000),
];

export const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(...hostileTexts),
);

/** Numbers at limits of integers, floating-point numbers and PostgreSQL's types. */
const limits = [0, -0, 1, -1, 10_000, 10_001, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1.5, 1e308, Number.MIN_VALUE];

/** Any JSON value, with hostile texts, names and numbers. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...limits, null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  fc.integer({ min: 10, max: 3000 }).map(nest),
);

/** A list in a list, `depth` times. */
function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
