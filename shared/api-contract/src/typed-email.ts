// A file of its own, so that a page loads the reader of e-mail addresses without the others.
import { normalizeShortText } from './normal-text';

/** What may stand before and after an address: a label or a name that a mark ends, and marks. Other words are no label. */
const beforeEmail = /(?:^|[:<(["“‘'`=-]|(?:^|[\s-])(?:e-?mail|mail|ईमेल|मेल)\s)\s*$/iu;
const afterEmail = /^(?:\?.*|[\s.,;:!>)\]"”’'`।]*)$/u;

/**
 * Reads the one e-mail address in a text: `mailto:asha@example.com?subject=Hi`, `Asha <asha@example.com>`.
 *
 * @returns The address in the case of the text. Undefined without an address, with several, and with other words around it.
 */
export function readEmail(text: string): string | undefined {
  const joined = normalizeShortText(text)
    .replace(/\s*@\s*/g, '@')
    .replace(/(@\S*?)\s*\.\s+(?=[a-z]{2,}$)/i, '$1.');
  const [found, ...others] = joined.matchAll(/[^\s<>()[\]"“”«»,:;@]+@[^\s<>()[\]"“”«»,:;@?/\\]+/gu);
  if (!found || others.length > 0) return undefined;
  const [written] = found;
  const isAlone =
    beforeEmail.test(joined.slice(0, found.index)) && afterEmail.test(joined.slice(found.index + written.length));
  const address = written.replace(/^['‘’`.]+|['‘’`.!।]+$/gu, '');
  return isAlone && /^[^@]+@[^@.]+(?:\.[^@.]+)+$/.test(address) ? address : undefined;
}
