/** Longest pattern that is looked at, in characters. */
const maxSource = 500;
/** Most often a part may stand in a row through fixed counts: `(a{20}){20}` is 400. */
const maxExpansion = 2000;
/** Steps a match may take at worst; ten million are about a tenth of a second on a slow phone. */
const maxSteps = 10_000_000;

/**
 * Tests a value against a pattern that came from the server, without ever throwing or hanging the page.
 *
 * JavaScript's matcher backtracks, so `(a+)+$` takes longer than a lifetime on thirty characters, and nothing can stop it
 * on the page's own thread. A Worker with a deadline could, but it would make every keystroke's check asynchronous and
 * need a file, a policy entry and a hash of its own. Instead the cost is bounded before the match: a repetition inside a
 * repetition, a back-reference, or anything this reader does not know is refused, and what is left may take as many
 * steps as its choices multiply to for a value of this length. A pattern that is refused rules nothing out: the server
 * that sent it has the last word on a payment anyway.
 *
 * @param source A regular expression's source. As in the server's own language it may match any part of the value.
 * @returns False only when the pattern was tried and did not match.
 * @see Interpretation 24
 */
export function matchesPattern(source: string, value: string): boolean {
  const choices = readChoices(source);
  if (!choices || worstSteps(choices, value.length) > maxSteps) return true;
  try {
    return new RegExp(source).test(value);
  } catch {
    return true;
  }
}

/** For each place where the matcher may have to decide, in how many ways; Infinity where the value's length decides. */
type Choices = readonly number[];

const worstSteps = (choices: Choices, length: number) =>
  // The match may start anywhere.
  choices.reduce((steps, ways) => steps * Math.min(ways, length + 1), length + 1);

/**
 * Reads where a pattern leaves the matcher a choice.
 *
 * @returns Null when the pattern is broken, too large, or not of the kind whose cost can be bounded.
 */
export function readChoices(source: string): Choices | null {
  if (source.length > maxSource) return null;
  const reader = new PatternReader(source);
  const read = reader.readAlternatives();
  return read && reader.isAtEnd && read.expansion <= maxExpansion ? read.choices : null;
}

interface Part {
  choices: Choices;
  /** Longest row of fixed repetitions inside. */
  expansion: number;
}

const plain: Part = { choices: [], expansion: 1 };

/** Recursive descent over a pattern: alternatives, their items, and what repeats them. */
class PatternReader {
  private at = 0;

  constructor(private readonly source: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  readAlternatives(): Part | null {
    let alternatives = 1;
    const parts: Part[] = [];
    while (!this.isAtEnd && this.source[this.at] !== ')') {
      if (this.take('|')) {
        alternatives += 1;
        continue;
      }
      const item = this.readItem();
      if (!item) return null;
      parts.push(item);
    }
    const choices = parts.flatMap((part) => part.choices);
    return {
      choices: alternatives > 1 ? [...choices, alternatives] : choices,
      expansion: Math.max(1, ...parts.map((part) => part.expansion)),
    };
  }

  private readItem(): Part | null {
    const part = this.readAtom();
    return part && this.readRepetition(part);
  }

  private readAtom(): Part | null {
    if (this.take('(')) return this.readGroup();
    if (this.take('[')) return this.skipClass() ? plain : null;
    if (this.take('\\')) {
      const escaped = this.source[this.at];
      this.at += 1;
      // \1 and \k<name> refer back: their cost cannot be bounded this way.
      return escaped === undefined || /[1-9k]/.test(escaped) ? null : plain;
    }
    this.at += 1;
    return plain;
  }

  private readGroup(): Part | null {
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.source.slice(this.at));
    this.at += opening?.[0].length ?? 0;
    const part = this.readAlternatives();
    return part && this.take(')') ? part : null;
  }

  private skipClass(): boolean {
    for (; !this.isAtEnd; this.at += 1) {
      if (this.source[this.at] === ']') {
        this.at += 1;
        return true;
      }
      if (this.source[this.at] === '\\') this.at += 1;
    }
    return false;
  }

  private readRepetition(part: Part): Part | null {
    const [text, sign, from, range, to] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at)) ?? [];
    if (text === undefined) return part;
    this.at += text.length;
    if (from !== undefined && !range) return repeatFixed(part, Number(from));
    const least = Number(from ?? 0);
    const most = sign === '?' ? 1 : to ? Number(to) : Number.POSITIVE_INFINITY;
    // A choice inside a repetition multiplies with every round; inside `?` there is one round only.
    if (part.choices.length > 0 && most > 1) return null;
    return {
      choices: [...part.choices, most - least + 1],
      expansion: part.expansion * Math.max(1, Number.isFinite(most) ? most : least),
    };
  }

  private take(character: string): boolean {
    if (this.source[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

function repeatFixed({ choices, expansion }: Part, times: number): Part | null {
  if (choices.length * times > maxSource || times > maxExpansion) return null;
  return {
    choices: Array.from({ length: times }, () => choices).flat(),
    expansion: expansion * Math.max(1, times),
  };
}
