import { formatNumber } from '@shop/money/format';
import { getLocale, sourceLanguage } from '@shop/remote-contract/languages';

/** What a message may contain besides text: words and numbers by name, and a function for each tag. */
export type MessageValues<Node> = Readonly<Record<string, string | number | ((content: (string | Node)[]) => Node)>>;

/**
 * Marks an English text that is translated where it is shown: `t(label)`.
 *
 * @example const labels = { paid: text('Paid') };
 */
export const text = <const Message extends string>(message: Message): Message => message;

/** Translations by their English text. */
export type Catalog = Readonly<Record<string, string>>;

/**
 * Translates an English message and formats it. Without a translation it stays English, with the plural forms of English.
 *
 * @param values Undefined for a text that is no pattern: a name of the store API may contain `{` or `<`.
 * @param language BCP 47 tag of the catalogue.
 * @returns The parts of the text in their order.
 */
export function translateMessage<Node>(
  message: string,
  values: MessageValues<Node> | undefined,
  catalog: Catalog,
  language: string,
): (string | Node)[] {
  const own = Object.hasOwn(catalog, message) ? catalog[message] : undefined;
  if (!values) return [own ?? message];
  return formatMessage(own ?? message, values, getLocale(own === undefined ? sourceLanguage : language));
}

/** The plural form of English. `Intl.PluralRules` takes a phone longer than the rest of a header. */
const getEnglishForm = (count: number) => (count === 1 ? 'one' : 'other');

/**
 * Formats a message of ICU MessageFormat: arguments `{name}`, `{count, plural, =0 {…} one {…} other {# …}}`
 * and tags `<link>…</link>`. An apostrophe is an apostrophe.
 *
 * @param locale BCP 47: decides plural forms. `#` is written the Indian way in every language.
 * @returns The parts of the text in their order. A name without a value stays as it is written.
 * @example formatMessage('{count, plural, one {# item} other {# items}}', { count: 2 }, 'en-IN') // ['2', ' items']
 * @see docs/decisions/0067
 */
export function formatMessage<Node>(message: string, values: MessageValues<Node>, locale: string): (string | Node)[] {
  let at = 0;
  const readTo = (end: RegExp): string => {
    const from = at;
    const length = message.slice(at).search(end);
    at = length < 0 ? message.length : at + length;
    return message.slice(from, at);
  };

  /** Reads up to the end of the message, of a branch or of a tag. */
  const readParts = (count?: number): (string | Node)[] => {
    const parts: (string | Node)[] = [];
    while (at < message.length && message[at] !== '}' && !message.startsWith('</', at)) {
      const character = message[at];
      if (character === '{') parts.push(...readArgument());
      else if (character === '<') parts.push(...readTag(count));
      else if (character === '#' && count !== undefined) {
        at += 1;
        parts.push(formatNumber(count));
      } else parts.push(readTo(count === undefined ? /[{}<]/ : /[{}<#]/));
    }
    return parts;
  };

  const readTag = (count?: number): (string | Node)[] => {
    const [opening, name] = /^<([\w-]+)>/.exec(message.slice(at)) ?? [];
    if (!opening || !name) {
      at += 1;
      return ['<'];
    }
    at += opening.length;
    const content = readParts(count);
    at += `</${name}>`.length;
    const render = values[name];
    return typeof render === 'function' ? [render(content)] : content;
  };

  const readArgument = (): (string | Node)[] => {
    at += 1;
    const name = readTo(/[,}]/).trim();
    const value = values[name];
    if (message[at] === '}') {
      at += 1;
      return [value === undefined || typeof value === 'function' ? `{${name}}` : String(value)];
    }
    // The only kind of argument is `plural`.
    at += 1;
    readTo(/,/);
    at += 1;
    const count = Number(value);
    const branches = new Map<string, (string | Node)[]>();
    for (let key = readTo(/[{}]/).trim(); message[at] === '{'; key = readTo(/[{}]/).trim()) {
      at += 1;
      branches.set(key, readParts(count));
      at += 1;
    }
    at += 1;
    const form =
      locale === getLocale(sourceLanguage) ? getEnglishForm(count) : new Intl.PluralRules(locale).select(count);
    return branches.get(`=${count}`) ?? branches.get(form) ?? branches.get('other') ?? [];
  };

  return readParts();
}
