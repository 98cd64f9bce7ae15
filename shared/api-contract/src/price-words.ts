import { measureUnits } from './measure-units';
import { normalizeText, readAmount } from './typed-text';

/** A text of a search: its words, and the prices that it names. */
export interface SearchWords {
  /** The words without the prices. Empty when the text has prices alone. */
  q: string;
  /** Rupees. */
  minPrice?: number;
  maxPrice?: number;
}

type Prices = Omit<SearchWords, 'q'>;

/** The highest price that a search accepts, in rupees. */
const maxRupees = 1e9;

const joinAlternatives = (...texts: string[]) => `(?:${texts.join('|')})`;
const startOfWord = String.raw`(?<![\p{L}\p{M}\d])`;
const endOfWord = String.raw`(?![\p{L}\p{M}\d])`;
const words = (...texts: string[]) => startOfWord + joinAlternatives(...texts) + endOfWord;

/** Factors with the words for them, which stand behind a number: `5k`, `2 lakh`. */
const factors: readonly (readonly [number, string])[] = [
  [100, joinAlternatives('hundred', 'sau', 'सौ')],
  [1000, joinAlternatives('k', 'thousand', 'ha[jz]a+r', 'हज\u093c?ार')],
  // Lac is a material too: `under 500 lac bangles`.
  [100_000, joinAlternatives('lakhs?', String.raw`(?<!\d{3}\s*)lacs?`, 'लाख')],
  [10_000_000, joinAlternatives('crores?', 'करोड\u093c?')],
];
const factorWord = String.raw`\s*${joinAlternatives(...factors.map(([, names]) => names))}${endOfWord}`;

/**
 * A number with or without a currency or a factor: `₹1,000`, `Rs. 500`, `500/-`, `5k`, `2 lakh`. A number that touches letters is
 * none: `24cm`.
 */
const amount = [
  String.raw`((?:(?:₹|rs\.?|inr|रु\.?)\s*)?\d(?:,?\d)*(?:\.\d+)?(?:${factorWord})?`,
  String.raw`(?:\s*(?:₹|\/-|(?:rs\.?|inr|rupees?|rupay[ei]|रु\.?|र[ुू]प(?:ये|ए))${endOfWord}))?)`,
  String.raw`(?![\p{L}\p{M}\d%]|[.,]\d|${factorWord}|\s+\d(?:,?\d)*${factorWord})`,
].join('');
/** An amount of two parts is not read: `2 hazar 5 sau`. */
const startOfAmount = String.raw`(?<![\p{L}\p{M}\d.,-])(?<!\d${factorWord}\s+)`;
const noRange = String.raw`(?!\s*-\s*\d)`;

/** Words around a price that belong to it: `price under 500`, `500 से कम वाली`. */
const before = `(?:${words('price[ds]?', 'cost(?:s|ing)?', 'budget', 'range', 'for', 'and', 'but', 'कीमत', 'दाम')}\\s+)*`;
const behind = `(?:\\s+${words(
  ...['price', 'range', 'budget', 'only', 'k[aei]', 'mein', 'me', 'w[ae]+l[aei]+'],
  ...['का', 'की', 'के', 'में', 'वाला', 'वाली', 'वाले', 'कीमत', 'दाम'],
)})*`;

const below = joinAlternatives(
  words('under', 'below', 'within', 'up ?to', 'at most', '(?:less|lower|cheaper) than', 'अंडर'),
  words('not? (?:more than|over|above)'),
  '<=?',
);
const above = joinAlternatives(
  words('over', 'above', 'at least', '(?:more|greater|higher) than', 'starting (?:from|at)'),
  '>=?',
);
const orLess = words(
  ...['(?:or|and|&) (?:less|under|below)', 'se (?:kam|neeche|niche|sast[aei])', 'tak'],
  ...['ke (?:under|andar|neeche|niche|bheetar)', 'से (?:कम|नीचे|सस्त[ािीे])', 'तक', 'के (?:अंदर|अन्दर|नीचे|भीतर)'],
);
const orMore = words(
  ...['(?:or|and|&) (?:more|over|above|up)', 'se (?:[zj]i?ya+da|adhik|upar|oopar|mehng[aei])'],
  'से (?:ज\u093c?्यादा|अधिक|ऊपर|महंग[ािीे])',
);
const inBetween = words('tak', 'ke (?:beech|bich)', 'तक', 'के बीच');

const readRange = (first: number, second: number): Prices => ({
  minPrice: Math.min(first, second),
  maxPrice: Math.max(first, second),
});
const readMax = (maxPrice: number): Prices => ({ maxPrice });
const readMin = (minPrice: number): Prices => ({ minPrice });

/** What shows that a number is a price, besides the words of the pattern. */
type Evidence = 'currency' | 'no unit' | 'none';

const compile = (...parts: string[]) => new RegExp([before, ...parts, behind].join(''), 'giu');

const patterns: readonly [RegExp, (first: number, second: number) => Prices, Evidence][] = [
  [
    compile(words('between', 'from'), '\\s+', amount, String.raw`(?:\s*-\s*|\s+(?:and|to|&)\s+)`, amount),
    readRange,
    'no unit',
  ],
  [
    compile(startOfAmount, amount, String.raw`(?:\s*-\s*|\s+(?:to|and|se|aur|से|और)\s+)`, amount, '\\s+', inBetween),
    readRange,
    'none',
  ],
  [compile(startOfAmount, amount, String.raw`(?:\s*-\s*|\s+(?:to|se|से)\s+)`, amount), readRange, 'currency'],
  [compile(below, '\\s*', amount, noRange), readMax, 'no unit'],
  [compile(above, '\\s*', amount, noRange), readMin, 'no unit'],
  [compile(startOfAmount, amount, '\\s+', orLess), readMax, 'none'],
  [compile(startOfAmount, amount, '\\s+', orMore), readMin, 'none'],
];

/** Splits an amount into its number and its factor. The number is NaN when it is written in no usual way. */
function parseAmount(text: string): { number: number; factor: number | undefined } {
  const [digits = ''] = /\d(?:,?\d)*(?:\.\d+)?/.exec(text) ?? [];
  const isFactor = (names: string) => new RegExp(String.raw`\d\s*${names}${endOfWord}`, 'iu').test(text);
  return { number: readAmount(digits) ?? Number.NaN, factor: factors.find(([, names]) => isFactor(names))?.[0] };
}

/** Returns the rupees of amounts. The factor of the last one is also that of a smaller number without one: `1 to 2 lakh`. */
function toRupees(texts: readonly string[]): number[] {
  const amounts = texts.map(parseAmount);
  const last = amounts.at(-1);
  return amounts.map(({ number, factor }) => {
    const shared = last && number < last.number ? last.factor : undefined;
    return Math.round(number * (factor ?? shared ?? 1) * 100) / 100;
  });
}

const factorPattern = new RegExp(factorWord, 'iu');
const hasCurrency = (amountText: string) => /[^\d,.\s]/.test(amountText.replace(factorPattern, ''));

/** Words behind a number that is no price, besides units of measure: `under 5 years`. */
const otherUnits = /^(?:%|percent|years?|yrs?|months?|days?|seater|persons?|people|gsm|साल|लोग)$/;

/** Tells whether a unit follows a number. A letter behind a larger number is a size: `kurta under 500 m`. */
function isMeasure(rest: string, value: number): boolean {
  const [, word = ''] = /^[\s-]*([\p{L}\p{M}]+|%)/u.exec(rest.toLowerCase()) ?? [];
  const isSize = value >= 50 && /^(?:m|x*l)$/.test(word);
  return otherUnits.test(word) || (measureUnits.has(word) && !isSize);
}

/**
 * Splits the text of a search into words and prices, in English and Hindi: `saree under 5000` has the word `saree` and the highest price
 * 5000. A number that is part of a name is no price: `kurta 5000 ml`, `lid under 24 cm`.
 *
 * Page and API use this function, so that a link, a form without scripts and a call find the same products.
 *
 * @param text At most a hundred characters.
 * @returns The text without its prices. Words that name no price stay as they are.
 * @example readPriceWords('saree ₹500-1000') // { q: 'saree', minPrice: 500, maxPrice: 1000 }
 */
export function readPriceWords(text: string): SearchWords {
  const prices: Prices = {};
  const removePrices = (typed: string) =>
    patterns.reduce(
      (rest, [pattern, read, evidence]) =>
        rest.replace(pattern, (found: string, ...groups: unknown[]) => {
          const position = groups.at(-2) as number;
          const amounts = groups.slice(0, -2) as string[];
          const values = toRupees(amounts);
          const [first = Number.NaN, last = first] = values;
          const isPrice =
            evidence === 'none' ||
            amounts.some(hasCurrency) ||
            (evidence === 'no unit' && !isMeasure(rest.slice(position + found.length), last));
          if (!isPrice || values.some((value) => !(value <= maxRupees))) return found;
          Object.assign(prices, read(first, last));
          return ' ';
        }),
      typed,
    );
  const normal = normalizeText(text);
  let [typed, rest] = [normal, removePrices(normal)];
  // The words around a price can name another one.
  while (rest !== typed) [typed, rest] = [rest, removePrices(rest)];
  if (rest === normal) return { q: text.trim() };
  const q = rest.replace(/\s+/g, ' ').replace(/^[\s,;:-]+|[\s,;:-]+$/g, '');
  return { q, ...prices };
}
