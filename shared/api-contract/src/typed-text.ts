import { maxLength, normalizeShortText, normalizeText } from './normal-text';

export { normalizeText, removeUnstorable, replaceDigits } from './normal-text';
export { readEmail } from './typed-email';

/*
 * Reads what people type and paste. The pages and the API use the same functions, so that a form accepts what the server accepts.
 * Each reader returns undefined for a text that it cannot read: the field then says so.
 */

/** Words without digits around a number, such as `Mobile no:` or `(home)`. They end where the number begins. */
const wordsBefore = /^[\p{L}\p{M}\s.,:;#=()'"“”‘’-]*?(?=(?:^|[\s.:;#=('"“‘-])[+(\d])/u;
const wordsAfter = /[\s,.;:'"“”‘’।-]*(?:\([\p{L}\p{M}\s.]*\)[\s,.;:'"“”‘’।-]*)?$/u;

/** Returns the text of a number without the words around it. */
const stripWords = (text: string): string => normalizeShortText(text).replace(wordsBefore, '').replace(wordsAfter, '');

/** Finds the number in a text. Undefined when there is something else in it. */
function findPhone(text: string): string | undefined {
  const number = stripWords(text).replace(/^[\s.:;#='"“‘-]+/u, '');
  return /^[+\d][+\d\s().-]*$|^\(\+?\d[+\d\s().-]*$/.test(number) ? number : undefined;
}

/**
 * Reads a phone number in any notation: `+91 98765-43210`, `tel:098765 43210` and `९८७६५४३२१०` are the same number.
 *
 * @returns Six to fifteen digits. An Indian number has neither country code nor trunk prefix. Equal numbers have equal digits.
 */
export function readPhone(text: string): string | undefined {
  const digits = findPhone(text)
    ?.replace(/\D/g, '')
    .replace(/^(?:0|91)*(?=[1-9]\d{9}$)/, '')
    .replace(/^0+/, '');
  return digits && /^\d{6,15}$/.test(digits) ? digits : undefined;
}

/** A number with an international prefix has the country code before its ten digits: `+91 91987 65432`, never `+91 98765 432`. */
const internationalMobile = /^(?:\+|00)[+0]*(?:91[+0]*)+[6-9]\d{9}$/;

/** Reads an Indian mobile number in any notation. @returns `+919876543210`. Undefined while digits are missing. */
export function readMobileNumber(text: string): string | undefined {
  const number = findPhone(text)?.replace(/[^+\d]/g, '') ?? '';
  if (/^(?:\+|00)/.test(number) && !internationalMobile.test(number)) return undefined;
  const digits = readPhone(text);
  return digits && /^[6-9]\d{9}$/.test(digits) ? `+91${digits}` : undefined;
}

/** Formats a phone number as it was typed, without invisible characters and words: `+91 98765 43210`. Keeps any other text. */
export const formatTypedPhone = (text: string): string => (readPhone(text) && findPhone(text)) || text.trim();

/** Reads an Indian PIN code. A name of a place may stand around it: `Pune – 411 001`. @returns Six digits. */
export function readPinCode(text: string): string | undefined {
  const [, code] = /^[^\d]*([1-9][\d\s.-]*)[^\d]*$/.exec(normalizeShortText(text)) ?? [];
  const digits = code?.replace(/\D/g, '');
  return digits?.length === 6 ? digits : undefined;
}

/** A link to an order, and the words before an order number. */
const orderLink = /^.*?(?:[?&](?:id|orderId)=|\/orders\/)([^&#/?\s]+).*$/i;
const orderWords =
  /^(?:(?:my|your|the|is|order|orders|ord|tracking|track|number|num|no|nr|id|ref|reference|ऑर्डर|आर्डर|नंबर|नम्बर|संख्या|क्रमांक|आईडी)(?:\s*[.:#=]+\s*|\s+-\s+|\s+))*/iu;

/**
 * Reads an order number as people copy it: `#TT-7Q2M9KX4HB`, `Order no. tt–7q2m9kx4hb.` Removes words, marks and quotes around it.
 *
 * @returns The number in the case of the text. Empty for a blank text.
 */
export function readOrderNumber(text: string): string {
  const marks = /^[\s#:.,;'"“”‘’`()[\]<>*]+|[\s:.,;!'"“”‘’`()[\]<>*।]+$/gu;
  if (text.length > maxLength) return text.trim();
  const trimmed = normalizeText(text).replace(marks, '').replace(orderLink, '$1');
  return trimmed.replace(orderWords, '').replace(marks, '') || trimmed;
}

/** Reads a UPI id: `name@bank`, `UPI: name @ bank`, `upi://pay?pa=name@bank`. An e-mail address is none, and no part of it is. */
export function readUpiId(text: string): string | undefined {
  const joined = normalizeShortText(text).replace(/\s*@\s*/g, '@');
  const found = joined.match(/(?<![\w.@+-])[\w.-]+@[a-z][a-z0-9]*(?![\w@-]|\.\w)/gi) ?? [];
  return found.length === 1 ? found[0] : undefined;
}

const currency = /^(?:₹|rs\.?|inr|रु\.?|रुपये|रुपए)\s*|\s*(?:₹|rs\.?|inr|rupees?|रु\.?|रुपये|रुपए)$/giu;

/**
 * Reads an amount in rupees as people and the shop write it: `5,000`, `₹500`, `Rs. 1,23,456.00`, `500/-`, `INR 500`.
 *
 * @returns Rupees, 0 or more.
 */
export function readAmount(text: string): number | undefined {
  const number = normalizeShortText(text)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/(?:\s*only)?\.?$/i, '')
    .replace(/\s*\/\s*[-=]?$/, '')
    .replace(currency, '')
    .replace(/(?:\s*\/\s*[-=]?|\.)$/, '');
  if (!/^(?:\d+|\d{1,3}(?:[, ']\d{2,3})*[, ']\d{3})?(?:\.\d+)?$/.test(number) || number === '') return undefined;
  return Number(number.replace(/[, ']/g, ''));
}

/** Reads a number of pieces: `12`, `१२`, `1,000`, `x2`, `3 pcs`. @returns A whole number of 1 or more. */
export function readQuantity(text: string): number | undefined {
  const [, number] =
    /^(?:(?:qty|quantity|मात्रा)\s*[.:]*\s*)?[x×]?\s*(\d[\d, ]*?)\s*(?:[x×]|pcs?\.?|pieces?|nos?\.?|नग)?$/iu.exec(
      normalizeShortText(text),
    ) ?? [];
  const amount = number === undefined ? undefined : readAmount(number);
  return amount !== undefined && amount >= 1 && Number.isSafeInteger(amount) ? amount : undefined;
}

const monthNames = 'january february march april may june july august september october november december'.split(' ');
/** The first two letters of each month in Hindi, which no other month begins with. Nuktas are removed before. */
const hindiMonths = 'जन फर मा अप मई जू जु अग सि अक नव दि'.split(' ');
const wordsOfExpiry =
  /^(?:valid|thru|through|until|till|upto|up|to|exp|expiry|expires|expiration|date|month|end|वैध|तक)$/;

/** Returns the number of a month by its name or the beginning of its name. 0 for another word. */
function getMonthNumber(word: string): number {
  const isNamed = (name: string) => word.length >= 3 && name.startsWith(word);
  return 1 + Math.max(monthNames.findIndex(isNamed), hindiMonths.indexOf(word.slice(0, 2)));
}

/**
 * Reads the month until which a card is valid: `12/30`, `12/2030`, `1-30`, `1230`, `2030-12`, `Dec 2030`, `31/12/2030`.
 *
 * @returns `12/30`.
 */
export function readCardExpiry(text: string): string | undefined {
  const typed = normalizeShortText(text)
    .toLowerCase()
    .replace(/\u093c/g, '');
  const words = [...typed.matchAll(/\p{L}[\p{L}\p{M}]*|\d+/gu)].map(([word]) => word);
  const parts = words.filter((word) => !wordsOfExpiry.test(word));
  const named = parts.find((part) => getMonthNumber(part) > 0);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  if (parts.length !== numbers.length + (named ? 1 : 0) || numbers.length > 3) return undefined;
  const [first = '', second = ''] = numbers;
  const last = numbers.at(-1) ?? '';
  if (named) return formatExpiry(String(getMonthNumber(named)), first.length === 4 ? first : last);
  if (numbers.length === 1) {
    return /^(?:\d{4}|\d{6})$/.test(first)
      ? (formatExpiry(first.slice(0, 2), first.slice(2)) ?? formatExpiry(first.slice(4), first.slice(0, 4)))
      : undefined;
  }
  if (first.length === 4) return formatExpiry(second, first);
  return formatExpiry(numbers.length === 3 ? second : first, last);
}

/** Undefined when the month or the year is none. A card has years of this century. */
function formatExpiry(month: string, year: string): string | undefined {
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month) || !/^(?:20)?\d\d$/.test(year)) return undefined;
  return `${month.padStart(2, '0')}/${year.slice(-2)}`;
}
