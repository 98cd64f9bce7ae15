import { evaluatePattern, matchesPattern, maxSteps } from './safe-regex';

describe('matchesPattern', () => {
  it.each([
    ['^\\d{6}$', '560001', true],
    ['^\\d{6}$', '56000', false],
    ['^[\\w.-]{2,256}@[a-zA-Z]{2,64}$', 'asha.rao@okhdfcbank', true],
    ['^[\\w.-]{2,256}@[a-zA-Z]{2,64}$', 'asha.rao', false],
    ['^(\\d{4}[- ]?){3}\\d{4}$', '1234-5678-1234-5678', true],
    ['^(\\d{4}[- ]?){3}\\d{4}$', '1234-5678', false],
    ['^\\+91[6-9]\\d{9}$', '+915876543210', false],
    ['^(0[1-9]|1[0-2])/\\d{2}$', '13/30', false],
    ['^[A-Z]{5}\\d{4}[A-Z]$', 'ABCDE1234F', true],
    ['^[^\\]]+$', 'a]b', false],
    ['(?=.*\\d)(?=.*[a-z])', 'a1', true],
    ['(?=.*\\d)(?=.*[a-z])', 'aa', false],
    ['^(?:ab)+$', 'ababa', false],
    ['^(?<year>\\d{4})?$', '20', false],
    ['^a{2,}?$', 'a', false],
    ['b', 'abc', true],
  ])('evaluates %p on %p: %p', (source, value, expected) => expect(matchesPattern(source, value)).toBe(expected));

  it.each(['[', 'a)', 'a**', '\\', 'x{3,1}', '(?z)', `^${'b'.repeat(600)}$`])(
    'accepts every value for %p, which is invalid or too long [R.24-5]',
    (source) => expect(matchesPattern(source, 'anything')).toBe(true),
  );

  it('accepts the value when a pattern needs too many steps [R.24-5]', () => {
    expect(matchesPattern('.*.{666}x', 'a'.repeat(2000))).toBe(true);
  });
});

const splitPatterns = (text: string) => text.trim().split(/\s+/);

/** Patterns with exponential or polynomial time in a backtracking matcher, most of them from published reports. */
const slowPatterns = [
  ...splitPatterns(String.raw`
    (a+)+$ ^(a|a)*$ ^(a|a?)+$ (.*a){12} ([a-zA-Z]+)*$ ^(([a-z])+.)+[A-Z]([a-z])+$ (x+x+)+y (.*)*(.*)*(.*)*x
    ^.*.*.*.*.*.*.*.*x$ ^(?:(?:a+))+$ (?:a|aa)+$ (a|a|a|a)*b \s+$ a*a*a*a*a*b
    ^\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$ ^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$ ^(a?){40}a{40}$
  `),
  `^${'a?'.repeat(40)}${'a'.repeat(40)}$`,
];

/** Patterns whose size or count makes even a matcher without backtracking slow. Some parts match no character. */
const largePatterns = [
  ...splitPatterns(String.raw`
    .*.{666}x .{1000}.{1000}x (.{9,99}){99}x ((a{1000}){1000}){1000} ^(a{1,30}){1,30}$ a{999999999} (?:){999999999}
    (?=.*(?=.*(?=.*x))) (?<=(?<=.*.*).*)x (?:(?=.*x)|.)*y ^(a)\1*b$ (.|.|.)*{ (?:a{0}){20000} (?:|||||||){9999}x
  `),
  `${'('.repeat(200)}a${')*'.repeat(200)}$`,
];

describe('evaluatePattern', () => {
  it.each(slowPatterns)('evaluates %p in steps that grow linearly with the value [R.24-5]', (source) => {
    for (const ending of ['!', '']) {
      for (const length of [20, 40, 80]) {
        const { isMatch, steps } = evaluatePattern(source, `${'a'.repeat(length)}${ending}`);
        expect(isMatch).toBeDefined();
        // Each character of the pattern is at most forty copies of a part, and each part sees each position three times.
        expect(steps).toBeLessThanOrEqual(120 * source.length * (length + 2));
      }
    }
  });

  it.each([...slowPatterns, ...largePatterns])('takes at most the maximum of steps for %p [R.24-5]', (source) => {
    for (const length of [30, 300, 3000, 300_000]) {
      expect(evaluatePattern(source, `${'a'.repeat(length)}!`).steps).toBeLessThanOrEqual(maxSteps);
    }
  });

  it.each([...slowPatterns, ...largePatterns])('keeps at most three positions a step for %p [R.24-5]', (source) => {
    const { steps, insertions } = countInsertions(source, 'a'.repeat(3000));
    expect(insertions).toBeLessThanOrEqual(3 * steps);
  });

  it('agrees with JavaScript’s matcher on random patterns, within the maximum of steps', () => {
    const random = createRandom(20_251_122);
    let evaluated = 0;
    for (let count = 0; count < 5000; count++) {
      const source = createRandomPattern(random, 3);
      const value = Array.from({ length: Math.floor(random() * 9) }, () => pick(random, ['a', 'b', '1', ' '])).join('');
      const { isMatch, steps } = evaluatePattern(source, value);
      expect(steps).toBeLessThanOrEqual(maxSteps);
      if (isMatch === undefined) continue;
      evaluated += 1;
      expect([source, value, isMatch]).toEqual([source, value, new RegExp(source).test(value)]);
    }
    expect(evaluated).toBeGreaterThan(4000);
  });
});

/** Evaluates a pattern. Also counts the positions that are added to a set: the work of an evaluation. */
function countInsertions(source: string, value: string): { steps: number; insertions: number } {
  const { add } = Set.prototype;
  let insertions = 0;
  Set.prototype.add = function count(element) {
    insertions += 1;
    return add.call(this, element);
  };
  try {
    const { steps } = evaluatePattern(source, value);
    return { steps, insertions };
  } finally {
    Set.prototype.add = add;
  }
}

/** Creates a generator of numbers from 0 to 1, the same ones for each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = (random: () => number, values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';

function createRandomPattern(random: () => number, depth: number): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const isGroup = depth > 0 && random() < 0.4;
    const inner = isGroup ? createRandomPattern(random, depth - 1) : '';
    const opening = pick(random, ['(', '(?:', '(?=', '(?!', '(', '(?:', '(?<=', '(?<!']);
    const group = `${opening}${inner})`;
    const atoms = ['a', 'b', '.', '\\d', '\\s', '[ab]', '[^a]', '^', '$', '\\b', '\\B', '\\x61', '\\u0062', '1'];
    const atom = isGroup ? group : pick(random, atoms);
    // Lookbehinds and anchors cannot be repeated.
    const canRepeat = !/^(?:\(\?<|[$^]|\\[bB])/.test(atom);
    return atom + (canRepeat ? pick(random, ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0}']) : '');
  });
  return random() < 0.25 ? `${parts.join('')}|${pick(random, ['a', 'b1', ''])}` : parts.join('');
}
