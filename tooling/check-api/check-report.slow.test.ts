import { checks } from '@shop/e2e/conformance/run-checks';
import { readStatements } from '../requirements/statements';
import { formatHead, formatResult, formatSummary } from './check-report';

const passed = { statement: '7.calls-02', title: 'POST /users/authorize returns a token' };

test('every check names a statement of the specification, and has a title of its own', () => {
  const ids = readStatements().map(({ id }) => id);
  expect(checks.filter(({ statement }) => !ids.includes(statement))).toEqual([]);
  expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length);
});

test('a failure has the statement of the specification, what was expected and what was received', () => {
  const outcome = { kind: 'failed', expected: 'a token', received: 'POST /users/authorize: 200 {}' } as const;
  expect(formatResult({ ...passed, outcome }).split('\n')).toEqual([
    'FAILED   7.calls-02     POST /users/authorize returns a token',
    '           specification: 7. The calls it makes, 7.calls-02: The response to a login must contain a token.',
    '           expected: a token',
    '           received: POST /users/authorize: 200 {}',
  ]);
});

test('every other result has one line', () => {
  const format = (outcome: Parameters<typeof formatResult>[0]['outcome']) => formatResult({ ...passed, outcome });
  expect(format({ kind: 'passed' })).toBe('ok       7.calls-02     POST /users/authorize returns a token');
  expect(format({ kind: 'notChecked', reason: 'it needs an order' })).toMatch(/^skipped .+ \(it needs an order\)$/);
  expect(format({ kind: 'notAnnounced' })).toMatch(/^optional .+ \(not announced\)$/);
});

test('the head says what the run creates, and the end what it has created', () => {
  const options = { apiBase: 'http://a/api/v1', account: { email: 'a@b.example', password: '' }, origin: 'http://a' };
  const run = { ...options, timeoutMs: 1, mayRegister: true, mayPay: false };
  expect(formatHead(run)).toContain(
    'The run places one to three orders, registers an account; --pay would check more.',
  );
  const results = [{ ...passed, outcome: { kind: 'passed' as const } }];
  const end = formatSummary({ results, callCount: 5, orderIds: ['TT-1'], announced: ['accept-search'] });
  expect(end).toContain('1 checks in 5 calls: 1 passed, 0 failed, 0 skipped, 0 of additions that are not announced.');
  expect(end).toContain('  Optional: with accept-logout a sign-out ends the session on the server.');
  expect(end).toContain('Orders placed: TT-1.');
});
