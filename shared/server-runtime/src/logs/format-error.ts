/** Characters of one message in the log. */
const maxMessageLength = 2000;

/**
 * What a message of the log must not contain, with its replacement. Ids of previews and staff passes are secrets: they give
 * access. Visitor ids, contacts and the queries of addresses are personal data.
 */
const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // A UUID: the id of a preview or a staff pass.
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '…'],
  // A visitor id has 32 hex digits.
  [/(?<![\w-])[0-9a-f]{32}(?![\w-])/gi, '…'],
  [/\bBearer\s+[^\s"',]+/gi, 'Bearer …'],
  // The query and the fragment of an address.
  [/([\w/.:%\]-])[?#][^\s"'`<>]*[=&%][^\s"'`<>]*/g, '$1?…'],
  // User information of an address.
  [/(\/\/)[^\s/@"']+@/g, '$1…@'],
  [/[\p{L}\p{N}.!#$%&*+=^_~-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '…'],
  // A phone number: nine to fifteen digits, possibly in groups.
  [/(?<![\w.-])(?:\+|%2B)?\d(?:[ ()-]?\d){8,14}(?![\w.-])/g, '…'],
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const controlCharacters = /[\0-\x1f\x7f-\x9f\u2028\u2029]+/g;

/**
 * Removes secrets and personal data from a text for the log: ids of previews, staff passes and visitors, tokens, queries,
 * e-mail addresses and phone numbers. The result is one line, so that the code of a release cannot invent lines of the log.
 *
 * @example redact('preview/3f0c….json is unsigned, opened from /?contact=asha@example.com') // 'preview/….json is unsigned, opened from /?…'
 */
export function redact(text: string): string {
  const line = text.slice(0, maxMessageLength).replace(controlCharacters, ' ');
  return replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), line);
}

/** Formats what was thrown as one line without secrets and personal data. */
export const formatError = (error: unknown): string => redact(error instanceof Error ? error.message : String(error));
