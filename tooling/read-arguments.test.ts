import { parseOptions } from './read-arguments';

const options = { minutes: { type: 'string', default: '30' }, short: { type: 'boolean', default: false } } as const;

test('options have their defaults', () => {
  expect(parseOptions(['--minutes', '5'], options)).toEqual({ minutes: '5', short: false });
});

test.each([
  [['--hours', '5'], options, "Unknown option '--hours': the options are --minutes, --short."],
  [['--short=yes'], options, "Option '--short' does not take an argument: the options are --minutes, --short."],
  [['now'], {}, "Unexpected argument 'now': it takes none."],
])('wrong arguments get one message: %j', (args, known, message) => {
  expect(() => parseOptions(args, known)).toThrow(message);
});
