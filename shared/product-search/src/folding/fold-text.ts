import { measureUnits } from '@shop/api-contract/measure-units';
import { replacePhrases, toLatinWords } from './devanagari';
import { englishForms, englishWords } from './english-words';

/** Increases when the same text folds to other words. Stored words of an earlier version are written again. */
export const foldingVersion = 3;

/** A word of a text. */
export interface FoldedWord {
  /** Lower case, without accents: `kadhai`. */
  written: string;
  /** The same for all common spellings: `kadai`. It has letters and digits only, and `24cm` for a number with a unit. */
  folded: string;
  /** Folded words that titles use in place of this one: `footwear` for a Hindi word for shoes. */
  synonyms?: readonly string[];
  /** Number and unit of a measure: `24`, `cm`. */
  parts?: readonly [number: string, unit: string];
  /** Only a space or a hyphen stands between the previous word and this one, and both consist of letters. */
  isJoinable: boolean;
}

/** Characters of a text and of a word that count. */
const maxTextLength = 2000;
const maxWordLength = 40;

/** Spellings that the rules of `foldSpelling` do not bring together, after the rules. */
const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kadai: ['karai', 'karahi', 'kadahi'],
    sari: ['sadi', 'sarhi'],
    lehenga: ['lehnga', 'lahenga', 'lahanga', 'lehanga', 'lahnga', 'lenga', 'langa', 'lehega'],
    dosa: ['dosai', 'dosha'],
    idli: ['idali', 'iddali', 'itli'],
    patila: ['patela', 'patilla'],
    daba: ['diba', 'dabba'],
    mojari: ['mojri', 'mojadi', 'mojdi'],
    pajama: ['pyjama', 'paijama', 'payjama', 'pijama'],
    salvar: ['shalvar', 'shalwar'],
    bandani: ['bandni', 'bandej'],
    matka: ['mataka', 'mutka'],
    kalash: ['kalas', 'kalasa', 'kalasha', 'kalsh'],
    diya: ['dia', 'deya'],
    chakla: ['chakala'],
    belan: ['bailan', 'belana', 'velan'],
    chimta: ['chimata'],
    karchi: ['kadchi', 'kalchi'],
    paniyaram: ['paniaram', 'panyaram'],
    biryani: ['biriyani', 'briyani', 'biriani'],
    fulkari: ['pulkari'],
    kolhapuri: ['kolapuri'],
    maheshvari: ['mahesvari'],
    kanjivaram: ['kanchipuram', 'kancipuram', 'kanjipuram'],
    banarasi: ['banarsi', 'benarasi', 'benarsi'],
    jardoji: ['jardosi', 'jardoshi'],
    pashmina: ['pasmina'],
    chapati: ['chapaati'],
    rakhi: ['raki'],
  }).flatMap(([word, others]) => others.map((other): [string, string] => [other, word])),
);

/** Splits a text into folded words. Two texts that differ in spelling only have the same folded words. */
export function foldText(text: string): FoldedWord[] {
  const found: FoldedWord[] = [];
  const plain = replacePhrases(normalize(text.slice(0, maxTextLength)));
  let end = 0;
  for (const { 0: token, index } of plain.matchAll(/\d+(?:,\d{2,3})*(?:\.\d+)?|[\p{L}\p{M}]+/gu)) {
    const isAttached = /^[\s\-\u2010-\u2015]*$/.test(plain.slice(end, index));
    end = index + token.length;
    const previous = found.at(-1);
    const unit = measureUnits.get(token);
    if (/^\d/.test(token)) {
      const number = writeNumber(token);
      found.push({ written: number, folded: number, isJoinable: false });
    } else if (unit && isAttached && previous && isNumber(previous.folded)) {
      const number = previous.folded;
      found[found.length - 1] = {
        written: number + unit,
        folded: number + unit,
        parts: [number, unit],
        isJoinable: false,
      };
    } else {
      const latin = /^\p{Script=Devanagari}/u.test(token) ? toLatinWords(token) : [{ word: token, synonyms: [] }];
      for (const [position, { word, synonyms }] of latin.entries()) {
        const isBehindWord = previous !== undefined && !/^\d/.test(previous.folded) && isAttached;
        // Not through the middle of a character: a database stores no half of one.
        const written = word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '');
        found.push({
          written,
          folded: foldWord(written),
          ...(synonyms.length > 0 && { synonyms: synonyms.map(foldWord) }),
          isJoinable: position > 0 || isBehindWord,
        });
      }
    }
  }
  return found;
}

/** Folded words. Products repeat their words, and the rules take most of the time of an import. */
const folded = new Map<string, string>();
const maxFolded = 20_000;

/** Folds a word of lower-case letters. */
export function foldWord(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  if (folded.size >= maxFolded) folded.clear();
  const result = applyRules(word);
  folded.set(word, result);
  return result;
}

function applyRules(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const singular = makeSingular(word);
  const form = englishForms.get(word) ?? englishForms.get(singular);
  if (form) return form;
  if (englishWords.has(singular)) return singular;
  const spelling = foldSpelling(singular);
  return spellings.get(spelling) ?? spelling;
}

export const isNumber = (word: string): boolean => /^[\d.]+$/.test(word);

/** Lower case; without accents, nukta, joiners and other characters without a width, and apostrophes; digits of every script as 0 to 9. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u093c\p{Cf}'’‘`´]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      if (code < 0x80) return digit;
      // The digits of Indian scripts start at …6, those of others at …0.
      return String((code & 0xf) - (code >= 0x900 && code < 0xe00 ? 6 : 0));
    });
}

/** Writes a number in one way: `1,200` and `1200`, `1.50` and `1.5`. */
const writeNumber = (text: string) => {
  const digits = text.replaceAll(',', '').slice(0, maxWordLength);
  return digits.length < 15 ? String(Number(digits)) : digits;
};

function makeSingular(word: string): string {
  if (/(?:[sx]|ch|sh)es$/.test(word) && word.length > 4 && !/[^s]ses$/.test(word)) return word.slice(0, -2);
  if (/[a-z]{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=[a-z]{2}[^s\W])s$/, '');
}

/** Brings the spellings of an Indian word in Latin letters together by its sound: kadhai and kadai, thaali and thali, tawa and tava. */
function foldSpelling(word: string): string {
  return word
    .replace(/chh/g, 'ch')
    .replace(/ph/g, 'f')
    .replace(/([kgjtdbr])h/g, '$1')
    .replace(/q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/aa+/g, 'a')
    .replace(/ee+|ii+/g, 'i')
    .replace(/oo+|uu+/g, 'u')
    .replace(/([b-df-hj-np-tv-z])\1+/g, '$1')
    .replace(/(?<=a)h$/, '')
    .replace(/(?<=[a-z])y$/, 'i')
    .replace(/ii$/, 'i');
}
