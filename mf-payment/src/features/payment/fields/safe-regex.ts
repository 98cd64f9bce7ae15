/** Maximum length of a pattern, in characters. Longer patterns are not evaluated. */
const maxSourceLength = 500;
/** Maximum number of copies that fixed counts may make of a part: `(a{20}){20}` makes 400. */
const maxExpansion = 2000;
/** Maximum steps of a match in the worst case. Ten million take about 0.1 s on a slow phone. */
const maxSteps = 10_000_000;

/**
 * Tests a value against a pattern from the server. Never throws and never blocks the page.
 *
 * JavaScript's matcher backtracks: `(a+)+$` needs exponential time, and the page cannot interrupt a match on its own
 * thread. A Worker with a deadline could, but validation would become asynchronous and the worker would need its own file,
 * policy entry and hash. Instead this function computes an upper bound of the cost before it matches. It does not evaluate
 * a pattern with nested repetitions, back-references or unknown syntax, or with too many steps for this value. Such a
 * pattern accepts every value: the server validates the payment again.
 *
 * @param source Source of a regular expression. It may match any part of the value.
 * @returns False only when the pattern was evaluated and did not match.
 * @see Interpretation 24
 */
export function matchesPattern(source: string, value: string): boolean {
  const choices = findChoices(source);
  if (!choices || worstSteps(choices, value.length) > maxSteps) return true;
  try {
    return new RegExp(source).test(value);
  } catch {
    return true;
  }
}

/** Number of alternatives at each decision of the matcher. Infinity when the length of the value decides. */
type Choices = readonly number[];

const worstSteps = (choices: Choices, length: number) =>
  // The match may start anywhere.
  choices.reduce((steps, ways) => steps * Math.min(ways, length + 1), length + 1);

/**
 * Finds the decisions that a pattern leaves to the matcher.
 *
 * @returns Null when the pattern is invalid or too large, or when its cost has no known bound.
 */
export function findChoices(source: string): Choices | null {
  if (source.length > maxSourceLength) return null;
  const parser = new PatternParser(source);
  const part = parser.parseAlternatives();
  return part && parser.isAtEnd && part.expansion <= maxExpansion ? part.choices : null;
}

interface Part {
  choices: Choices;
  /** Number of copies that fixed counts make of the part. */
  expansion: number;
}

const plain: Part = { choices: [], expansion: 1 };

/** Recursive-descent parser of a pattern: alternatives, items and repetitions. */
class PatternParser {
  private index = 0;

  constructor(private readonly source: string) {}

  get isAtEnd(): boolean {
    return this.index >= this.source.length;
  }

  parseAlternatives(): Part | null {
    let alternatives = 1;
    const parts: Part[] = [];
    while (!this.isAtEnd && this.source[this.index] !== ')') {
      if (this.take('|')) {
        alternatives += 1;
        continue;
      }
      const item = this.parseItem();
      if (!item) return null;
      parts.push(item);
    }
    const choices = parts.flatMap((part) => part.choices);
    return {
      choices: alternatives > 1 ? [...choices, alternatives] : choices,
      expansion: Math.max(1, ...parts.map((part) => part.expansion)),
    };
  }

  private parseItem(): Part | null {
    const part = this.parseAtom();
    return part && this.parseRepetition(part);
  }

  private parseAtom(): Part | null {
    if (this.take('(')) return this.parseGroup();
    if (this.take('[')) return this.skipClass() ? plain : null;
    if (this.take('\\')) {
      const escaped = this.source[this.index];
      this.index += 1;
      // \1 and \k<name> are back-references, whose cost has no known bound.
      return escaped === undefined || /[1-9k]/.test(escaped) ? null : plain;
    }
    this.index += 1;
    return plain;
  }

  private parseGroup(): Part | null {
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.source.slice(this.index));
    this.index += opening?.[0].length ?? 0;
    const part = this.parseAlternatives();
    return part && this.take(')') ? part : null;
  }

  private skipClass(): boolean {
    for (; !this.isAtEnd; this.index += 1) {
      if (this.source[this.index] === ']') {
        this.index += 1;
        return true;
      }
      if (this.source[this.index] === '\\') this.index += 1;
    }
    return false;
  }

  private parseRepetition(part: Part): Part | null {
    const [text, sign, from, range, to] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.index)) ?? [];
    if (text === undefined) return part;
    this.index += text.length;
    if (from !== undefined && !range) return repeatFixed(part, Number(from));
    const min = Number(from ?? 0);
    const max = sign === '?' ? 1 : to ? Number(to) : Number.POSITIVE_INFINITY;
    // A choice inside a repetition multiplies with every repetition. `?` repeats at most once.
    if (part.choices.length > 0 && max > 1) return null;
    return {
      choices: [...part.choices, max - min + 1],
      expansion: part.expansion * Math.max(1, Number.isFinite(max) ? max : min),
    };
  }

  private take(character: string): boolean {
    if (this.source[this.index] !== character) return false;
    this.index += 1;
    return true;
  }
}

function repeatFixed({ choices, expansion }: Part, times: number): Part | null {
  if (choices.length * times > maxSourceLength || times > maxExpansion) return null;
  return {
    choices: Array.from({ length: times }, () => choices).flat(),
    expansion: expansion * Math.max(1, times),
  };
}
