import { englishWords } from './folding/english-words';

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const isVowel = (letter: string) => /[aeiou]/.test(letter);

/** Whether two letters are neighbours on a keyboard. The rows are shifted by half a key. */
function areNeighbours(one: string, other: string): boolean {
  const [first, second] = [one, other].map((letter) => {
    const row = rows.findIndex((keys) => keys.includes(letter));
    return { row, column: (rows[row]?.indexOf(letter) ?? 0) + row / 2 };
  });
  if (!first || !second || first.row < 0 || second.row < 0) return false;
  return Math.abs(first.row - second.row) <= 1 && Math.abs(first.column - second.column) <= 1;
}

/** Letters of a word that can be a typing error, and of one that can have two errors. */
const minLength = 4;
const longLength = 8;

/** Whether typing errors of a word are looked up. An English word is none. */
export const mayHaveTypingError = (word: string): boolean =>
  word.length >= minLength && /^\p{L}+$/u.test(word) && !englishWords.has(word);

/**
 * Counts the typing errors between a typed word and a known one: two letters that are swapped, a letter more or less, another vowel, or
 * a neighbouring key. Any other letter makes another word: "shirt" is no error of "skirt".
 *
 * @returns 1 or 2, or null when the typed word is another word. Both words start with the same letter, unless the first two are swapped.
 */
export function countTypingErrors(typed: string, known: string): number | null {
  const most = typed.length < longLength ? 1 : 2;
  if (Math.abs(typed.length - known.length) > most || known.length < minLength || typed === known) return null;
  const isSwappedAtStart = typed[0] === known[1] && typed[1] === known[0];
  if (typed[0] !== known[0] && !isSwappedAtStart) return null;
  const count = (i: number, j: number, left: number): number => {
    let [a, b] = [i, j];
    while (a < typed.length && b < known.length && typed[a] === known[b]) {
      a++;
      b++;
    }
    if (a === typed.length && b === known.length) return 0;
    if (left === 0) return Number.POSITIVE_INFINITY;
    const [one, other] = [typed[a] ?? '', known[b] ?? ''];
    const isOtherKey = (isVowel(one) && isVowel(other)) || areNeighbours(one, other);
    const isSwapped = one !== '' && one === known[b + 1] && typed[a + 1] === other;
    return (
      1 +
      Math.min(
        isSwapped ? count(a + 2, b + 2, left - 1) : Number.POSITIVE_INFINITY,
        isOtherKey ? count(a + 1, b + 1, left - 1) : Number.POSITIVE_INFINITY,
        one === '' ? Number.POSITIVE_INFINITY : count(a + 1, b, left - 1),
        other === '' ? Number.POSITIVE_INFINITY : count(a, b + 1, left - 1),
      )
    );
  };
  const errors = count(0, 0, most);
  return errors <= most ? errors : null;
}
