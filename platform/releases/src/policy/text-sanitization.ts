/*
 * The audit log stores names and reasons that people type, and commands print them. A line break could forge lines of a
 * history, an escape sequence could control a terminal, and an invisible character could make one name look like another.
 * Half of a surrogate pair is not a character. Indian scripts need the joiners U+200C and U+200D, so these are allowed.
 */
const invisible =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

/** Whether a text is a single line without invisible characters. */
export const isPlainText = (text: string): boolean => text.search(invisible) === -1;

/** Whether PostgreSQL can store a text. It stores neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/** Finds a field with a key or text that cannot be stored. @returns Its path. Null: there is none. */
export function findUnstorable(input: unknown): string | null {
  // The loop is iterative because a body may be nested deeper than the call stack.
  const queue = [{ field: '', value: input }];
  for (let item = queue.pop(); item; item = queue.pop()) {
    const { field, value } = item;
    if (typeof value === 'string' && !isStorable(value)) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, entry] of Object.entries(value)) {
      queue.push({ field, value: key }, { field: field ? `${field}.${key}` : key, value: entry });
    }
  }
  return null;
}

/** Escapes invisible characters, so that untrusted text is safe to print: `\u001b` for an escape character. */
export const escapeInvisible = (line: string): string =>
  line.replace(invisible, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

const normalize = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/** Whether two names denote one person. Case, surrounding space and invisible characters do not count. */
export const isSamePerson = (a: string, b: string): boolean => normalize(a) === normalize(b);
