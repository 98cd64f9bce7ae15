import rules from './retired-words.json';

/** Kinds of text that people write in a file. */
type TextKind = 'comment' | 'title' | 'message' | 'identifier' | 'prose';

/** A text of a file. */
interface SourceText {
  kind: TextKind;
  text: string;
  /** Offset in the file. */
  index: number;
}

const proseKinds: readonly string[] = ['comment', 'title', 'message', 'prose'];

const compiledRules = rules.map(({ pattern, instead, ...rule }) => ({
  // Names are compared with their case. Prose is not.
  pattern: new RegExp(pattern, 'in' in rule && rule.in?.includes('identifier') ? 'g' : 'gi'),
  kinds: 'in' in rule && rule.in ? rule.in : proseKinds,
  instead,
}));

/** Comments, strings and declared names. A string of less than three words is not a message. */
const tokens =
  /(?<comment>\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*)|(?<quoted>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\b(?:const|let|function|class|interface) (?<name>\w+)/g;
const titleStart = /\b(?:test|it|describe|in[A-Z]\w+)(?:\.\w+)*(?:\([^()]*\))?\(\s*$|\]\)\(\s*$/;

function extractTexts(source: string): SourceText[] {
  return [...source.matchAll(tokens)].flatMap(({ index, groups }): SourceText[] => {
    const { comment, quoted, name } = groups ?? {};
    if (comment !== undefined) return [{ kind: 'comment', text: comment, index }];
    if (name !== undefined) return [{ kind: 'identifier', text: name, index }];
    const text = quoted?.slice(1, -1).replace(/\$\{[^{}]*\}/g, '…') ?? '';
    if (titleStart.test(source.slice(Math.max(0, index - 200), index))) return [{ kind: 'title', text, index }];
    return text.trim().split(/\s+/).length >= 3 ? [{ kind: 'message', text, index }] : [];
  });
}

/** The specification fixes the texts of the apps, and the catalogue's texts are the shop's. They are not checked. */
function getCheckedKinds(file: string): readonly TextKind[] {
  if (/\.(test|spec)\.tsx?$/.test(file)) return ['comment', 'title'];
  if (/^(shell|mf-[^/]+|shared|store-api\/catalog)\//.test(file)) return ['comment', 'title', 'identifier'];
  return ['comment', 'title', 'message', 'identifier'];
}

/** Replaces quotations by blanks, so that offsets stay. */
const hideQuotations = (text: string): string =>
  text.replace(/```[\s\S]*?```|`[^`]*`|"[^"\n]*"|“[^”]*”/g, (quotation) => quotation.replace(/[^\n]/g, ' '));

/**
 * Finds the words of a file that the language rules retire. Code in backticks and texts in double quotes are quotations.
 *
 * @returns A line for each: `platform/a.ts:4 "anew": write again`.
 */
export function findRetiredWords(file: string, content: string): string[] {
  const checked = getCheckedKinds(file);
  const texts: SourceText[] = file.endsWith('.md')
    ? [{ kind: 'prose', text: content, index: 0 }]
    : extractTexts(content).filter(({ kind }) => checked.includes(kind));
  return texts.flatMap(({ kind, text, index }) => {
    const prose = kind === 'identifier' ? text : hideQuotations(text).replace(/\n\s*(?:\*|\/\/) ?/g, ' ');
    return compiledRules
      .filter(({ kinds }) => kinds.includes(kind))
      .flatMap(({ pattern, instead }) => {
        const line = content.slice(0, index).split('\n').length;
        return [...prose.matchAll(pattern)].map(([word]) => `${file}:${line} "${word}": write ${instead}`);
      });
  });
}
