import { cleanErrorMessage, errorReportLimits, framePattern } from './error-report';

it.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'price')",
    "TypeError: Cannot read properties of undefined (reading 'price')",
  ],
  [
    'SyntaxError: Unexpected token \'h\', "hunter2" is not valid JSON',
    'SyntaxError: Unexpected token \'…\', "…" is not valid JSON',
  ],
  ['Failed to fetch https://shop.example/orders/17?token=abc#x now', 'Failed to fetch … now'],
  ['no route for /orders/TT-4X8K?code=1', 'no route for …'],
  ['bad address ada@example.com', 'bad address …'],
  ['token eyJhbGciOiJIUzI1NiJ9.e30.Et9HFtf9R3GEMA0IICOfFMVXY7kkTX1wr4qCyhIf58U', 'token …'],
  ['card 4111111111111111 refused, code 418', 'card … refused, code 418'],
  ["(reading 'my password is x')", "(reading '…')"],
  ['two\nlines\tand `a template`', 'two lines and `…`'],
])('cleans the message %s', (message, cleaned) => {
  expect(cleanErrorMessage(message)).toBe(cleaned);
});

it('limits a message to its length, also one that would be slow to search', () => {
  expect(cleanErrorMessage('a b '.repeat(100_000))).toHaveLength(errorReportLimits.messageLength);
  const start = performance.now();
  for (const text of ['"', "'", 'a://', '/', '(reading ', '@', '1']) cleanErrorMessage(text.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(2000);
});

it('accepts positions in released scripts only', () => {
  expect('mf-catalog/1.0.0-0123456789ab/home.js:1:2345').toMatch(framePattern);
  for (const frame of [
    'mf-catalog/1.0.0/home.js:1:2',
    'mf-catalog/1.0.0-0123456789ab/home.js?t=1:1:2',
    'https://evil.example/mf-catalog/1.0.0-0123456789ab/home.js:1:2',
    'mf-catalog/1.0.0-0123456789ab/home.js:1',
  ]) {
    expect(frame).not.toMatch(framePattern);
  }
});
