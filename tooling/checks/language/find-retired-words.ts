import { extractTexts, type SourceText, type TextKind } from './extract-texts';
import rules from './retired-words.json';

/** A word that the language rules retire, found in a file. */
export interface RetiredWord {
  file: string;
  line: number;
  word: string;
  /** What to write instead. */
  instead: string;
}

interface Rule {
  pattern: RegExp;
  kinds: readonly string[];
  instead: string;
}

const proseKinds: readonly TextKind[] = ['comment', 'title', 'message', 'prose'];

const compiledRules: readonly Rule[] = rules.map(({ pattern, instead, ...rule }) => ({
  // Names are compared with their case. Prose is not.
  pattern: new RegExp(pattern, 'in' in rule && rule.in?.includes('identifier') ? 'g' : 'gi'),
  kinds: 'in' in rule && rule.in ? rule.in : proseKinds,
  instead,
}));

/** Finds the retired words of a file. Code in backticks and texts in double quotes are quotations, and are skipped. */
export function findRetiredWords(file: string, content: string): RetiredWord[] {
  return getTexts(file, content).flatMap((text) => findInText(file, text));
}

function getTexts(file: string, content: string): SourceText[] {
  if (file.endsWith('.md')) return [{ kind: 'prose', line: 1, text: content }];
  const texts = extractTexts(content, { tsx: /\.(tsx|jsx)$/.test(file) });
  const checked = getCheckedKinds(file);
  return texts.filter(({ kind }) => checked.includes(kind));
}

/** The specification fixes the texts of the apps, and the catalog's texts are the shop's. They are not checked. */
function getCheckedKinds(file: string): TextKind[] {
  if (/\.(test|spec)\.tsx?$/.test(file)) return ['comment', 'title'];
  if (/^(shell|mf-[^/]+|shared|store-api\/catalog)\//.test(file)) return ['comment', 'title', 'identifier'];
  return ['comment', 'title', 'message', 'identifier'];
}

function findInText(file: string, { kind, line, text }: SourceText): RetiredWord[] {
  const prose = kind === 'identifier' ? text : hideQuotations(text);
  return compiledRules
    .filter(({ kinds }) => kinds.includes(kind))
    .flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map(({ index, 0: word }) => ({
        file,
        line: line + prose.slice(0, index).split('\n').length - 1,
        word: word.replace(/\s+/g, ' '),
        instead,
      })),
    );
}

/** Replaces quotations by blanks, so that line numbers stay. */
const hideQuotations = (text: string): string =>
  text.replace(/```[\s\S]*?```|`[^`]*`|"[^"\n]*"|“[^”]*”/g, (quotation) => quotation.replace(/[^\n]/g, ' '));
