import { parseOptions, parsePositiveInteger } from './read-arguments';

const options = { minutes: { type: 'string', default: '30' }, short: { type: 'boolean', default: false } } as const;

test('options have their defaults', () => {
  expect(parseOptions(['--minutes', '5'], options)).toEqual({ minutes: '5', short: false });
});

test.each([
  [['--hours', '5'], options, "Unknown option '--hours': the options are --minutes, --short."],
  [['--short=yes'], options, "Option '--short' does not take an argument: the options are --minutes, --short."],
  [['now'], {}, "Unexpected argument 'now': it takes none."],
])('wrong arguments get one message: %j', (args, known, message) => {
  let thrown: unknown;
  try {
    parseOptions(args, known);
  } catch (error) {
    thrown = error;
  }
  expect(String(thrown)).toContain(message);
});

test.each(['0', '-1', 'x', '1.5', '65536'])('%j is no port', (text) => {
  expect(() => parsePositiveInteger('port', text, 65_535)).toThrow(
    `--port needs a positive integer up to 65535, not "${text}".`,
  );
});
