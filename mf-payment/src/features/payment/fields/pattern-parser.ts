type Positions = ReadonlySet<number>;

interface Evaluation {
  value: string;
  /** Counts steps before they are taken. Throws when too many are taken. */
  spend: (count: number) => void;
}

/** Returns the positions after a part of the pattern, from the positions before it. */
export type Matcher = (starts: Positions, evaluation: Evaluation) => Positions;

/** Keeps the positions that satisfy a condition, as an anchor or a lookahead does. */
const createFilter =
  (isSatisfied: (position: number, evaluation: Evaluation) => boolean): Matcher =>
  (starts, evaluation) => {
    evaluation.spend(starts.size + 1);
    return new Set([...starts].filter((position) => isSatisfied(position, evaluation)));
  };

function createCharacter(isMatch: (character: string) => boolean): Matcher {
  return (starts, { value, spend }) => {
    spend(starts.size + 1);
    const ends = new Set<number>();
    for (const position of starts) {
      if (position < value.length && isMatch(value.charAt(position))) ends.add(position + 1);
    }
    return ends;
  };
}

/** @param source An escape, a class or a dot, which JavaScript's own matcher compares with one character. */
function createCharacterClass(source: string): Matcher {
  const expression = new RegExp(`^${source}$`);
  return createCharacter((character) => expression.test(character));
}

function createSequence(parts: readonly Matcher[]): Matcher {
  return (starts, evaluation) => {
    let positions = starts;
    for (const part of parts) {
      if (positions.size === 0) break;
      positions = part(positions, evaluation);
    }
    return positions;
  };
}

const createAlternatives =
  (alternatives: readonly Matcher[]): Matcher =>
  (starts, evaluation) => {
    evaluation.spend(starts.size * alternatives.length + 1);
    return new Set(alternatives.flatMap((alternative) => [...alternative(starts, evaluation)]));
  };

function createRepetition(part: Matcher, min: number, max: number): Matcher {
  return (starts, evaluation) => {
    let latest = starts;
    for (let count = 0; count < min && latest.size > 0; count++) {
      evaluation.spend(1);
      latest = part(latest, evaluation);
    }
    // A part such as `a{0}` takes no other step, however often an outer repetition copies its positions.
    evaluation.spend(latest.size + 1);
    const ends = new Set(latest);
    // Only positions that no earlier repetition reached can lead to new ones.
    for (let count = min; count < max && latest.size > 0; count++) {
      evaluation.spend(latest.size);
      latest = new Set([...part(latest, evaluation)].filter((position) => !ends.has(position)));
      for (const position of latest) ends.add(position);
    }
    return ends;
  };
}

const isWordCharacter = (character: string) => /^\w$/.test(character);
const isWordBoundary = (position: number, { value }: Evaluation) =>
  isWordCharacter(value.charAt(position - 1)) !== isWordCharacter(value.charAt(position));

const isFollowedBy = (part: Matcher) => (position: number, evaluation: Evaluation) =>
  part(new Set([position]), evaluation).size > 0;
const isPrecededBy = (part: Matcher) => (position: number, evaluation: Evaluation) => {
  evaluation.spend(position + 1);
  const starts = Array.from({ length: position + 1 }, (_, start) => start);
  return part(new Set(starts), evaluation).has(position);
};

/** Matchers of the parts that consume no character, by the start of a group. */
const lookarounds: Readonly<Record<string, (part: Matcher) => Matcher>> = {
  '?=': (part) => createFilter(isFollowedBy(part)),
  '?!': (part) => createFilter((position, evaluation) => !isFollowedBy(part)(position, evaluation)),
  '?<=': (part) => createFilter(isPrecededBy(part)),
  '?<!': (part) => createFilter((position, evaluation) => !isPrecededBy(part)(position, evaluation)),
};

/**
 * Parses a pattern.
 *
 * @param source A valid source of a regular expression without flags.
 * @returns Null when the pattern has a back-reference or other syntax that has no matcher.
 */
export function parsePattern(source: string): Matcher | null {
  const parser = new PatternParser(source);
  const matcher = parser.parseAlternatives();
  return parser.isAtEnd ? matcher : null;
}

/** Recursive-descent parser: alternatives, sequences, atoms and repetitions. */
class PatternParser {
  private index = 0;

  constructor(private readonly source: string) {}

  get isAtEnd(): boolean {
    return this.index >= this.source.length;
  }

  parseAlternatives(): Matcher | null {
    const alternatives: Matcher[] = [];
    do {
      const parts: Matcher[] = [];
      while (!this.isAtEnd && !/[|)]/.test(this.source.charAt(this.index))) {
        const atom = this.parseAtom();
        if (!atom) return null;
        parts.push(this.parseRepetition(atom));
      }
      alternatives.push(createSequence(parts));
    } while (this.take(/\|/y));
    const [only] = alternatives;
    return only && alternatives.length === 1 ? only : createAlternatives(alternatives);
  }

  private parseAtom(): Matcher | null {
    if (this.take(/\(/y)) return this.parseGroup();
    if (this.take(/\^/y)) return createFilter((position) => position === 0);
    if (this.take(/\$/y)) return createFilter((position, { value }) => position === value.length);
    if (this.take(/\\b/y)) return createFilter(isWordBoundary);
    if (this.take(/\\B/y)) return createFilter((...parameters) => !isWordBoundary(...parameters));
    // Octal escapes and back-references have no matcher.
    if (this.take(/\\(?:[1-9k]|0\d|c(?![A-Za-z]))/y)) return null;
    const characterClass = this.take(
      /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[A-Za-z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\./y,
    );
    if (characterClass) return createCharacterClass(characterClass);
    const literal = this.take(/[\s\S]/y);
    return createCharacter((character) => character === literal);
  }

  private parseGroup(): Matcher | null {
    const opening = this.take(/\?(?:[:=!]|<[=!]|<[\w$]+>)/y);
    if (!opening && this.source[this.index] === '?') return null;
    const part = this.parseAlternatives();
    if (!part || !this.take(/\)/y)) return null;
    return lookarounds[opening]?.(part) ?? part;
  }

  private parseRepetition(part: Matcher): Matcher {
    const quantifier = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (!quantifier) return part;
    const [, from = quantifier.startsWith('+') ? '1' : '0', range, to] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
    if (quantifier.startsWith('?')) return createRepetition(part, 0, 1);
    const max = to ? Number(to) : range === '' ? Number(from) : Number.POSITIVE_INFINITY;
    return createRepetition(part, Number(from), max);
  }

  /** Moves behind the text that a sticky expression matches. @returns The text, or '' without a match. */
  private take(expression: RegExp): string {
    expression.lastIndex = this.index;
    const [text = ''] = expression.exec(this.source) ?? [];
    this.index += text.length;
    return text;
  }
}
