import { findChoices, matchesPattern } from './safe-regex';

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

  it.each(['[', '(', ')', 'a)', '*', 'a**', '(?<n', '\\', '[a-', 'x{3,1}', '(?z)'])(
    'accepts every value for the invalid pattern %p [R.24-5]',
    (source) => expect(matchesPattern(source, 'anything')).toBe(true),
  );

  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '^(a?){40}a{40}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*(.*)*(.*)*x',
    '^.*.*.*.*.*.*.*.*x$',
    `^${'a?'.repeat(40)}${'a'.repeat(40)}$`,
    '^(?:(?:a+))+$',
    '(x+x+)+y',
    '^(a{1,30}){1,30}$',
    '^(a)\\1*b$',
    '(?:a|aa)+$',
    '((a{1000}){1000}){1000}',
    `${'('.repeat(200)}a${')*'.repeat(200)}$`,
  ])('returns quickly for the pathological pattern %p [R.24-5]', (source) => {
    const started = performance.now();
    for (const length of [30, 60, 2000]) matchesPattern(source, `${'a'.repeat(length)}!`);
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it('accepts every value for a pattern of excessive length', () => {
    expect(matchesPattern(`^${'b'.repeat(600)}$`, 'a')).toBe(true);
  });
});

describe('findChoices', () => {
  it.each([
    ['abc', []],
    ['a?b', [2]],
    ['a*b+', [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]],
    ['[a*]{2,5}', [4]],
    ['(a|b)', [2]],
    ['(a?b){3}', [2, 2, 2]],
    ['a\\*{2}', []],
    ['a{,2}', []],
  ])('finds the decisions of %p: %p', (source, choices) => expect(findChoices(source)).toEqual(choices));

  it.each(['(a*)*', '(a|b)+', '\\1', '\\k<n>', '(a', 'a)', '[a', '(a{60}){60}'])('finds no bound for %p', (source) =>
    expect(findChoices(source)).toBeNull(),
  );
});
