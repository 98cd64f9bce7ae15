import { isNotFound, toApiError, toCodeError } from './api-error';

const reportError = jest.fn();
beforeEach(() => {
  reportError.mockClear();
  Object.assign(globalThis, { reportError });
});

it('returns an error of the API as it is, and reports nothing', () => {
  const error = { kind: 'status', status: 404, message: 'No such product' } as const;
  expect(toApiError(error)).toBe(error);
  expect(isNotFound(error)).toBe(true);
  expect(reportError).not.toHaveBeenCalled();
});

it('reports an exception of our own code once, and returns it as malformed', () => {
  const thrown = new TypeError('t is not a function');
  expect(toApiError(thrown)).toEqual({ kind: 'malformed', message: 't is not a function' });
  toApiError(thrown);
  expect(reportError.mock.calls).toEqual([[thrown]]);
});

it('converts an exception that RTK Query stored, which the Redux store has reported', () => {
  const stored = { name: 'ReferenceError', message: 'x is not defined' };
  expect(toApiError(stored)).toEqual({ kind: 'malformed', message: 'x is not defined' });
  isNotFound(stored);
  expect(reportError).not.toHaveBeenCalled();
});

const stack = 'ReferenceError: x is not defined\n    at /r/mf-catalog/1.0.0-0123456789ab/product.js:1:2';
const exception = { name: 'ReferenceError', message: 'x is not defined', stack };
const status = (code: number) => ({ kind: 'status', status: code, message: 'Asha' }) as const;

it.each<[error: Parameters<typeof toCodeError>[1], codeError: object | undefined]>([
  [exception, exception],
  [{ kind: 'malformed', message: 'Expected string' }, { message: 'catalogProducts: Expected string' }],
  [{ kind: 'malformed', message: '' }, { message: 'catalogProducts: malformed' }],
  [{ kind: 'malformed', message: 'Unexpected token <', isForeign: true }, undefined],
  [status(400), { message: 'catalogProducts: status 400' }],
  ...[401, 403, 404, 409, 422, 429, 500, 503].map((code): [ReturnType<typeof status>, undefined] => [
    status(code),
    undefined,
  ]),
  [{ kind: 'no-response', message: 'Failed to fetch' }, undefined],
  [{ name: 'AbortError', message: 'Aborted' }, undefined],
  [{ name: 'ConditionError', message: 'Aborted due to condition callback returning false.' }, undefined],
  [{ name: 'ChunkLoadError', message: 'Loading chunk 3 failed.' }, undefined],
])('says whether our own code has caused the failure %j', (error, codeError) => {
  const found = toCodeError('catalogProducts', error);
  if (!codeError) return expect(found).toBeUndefined();
  expect(found).toBeInstanceOf(Error);
  expect(found).toMatchObject(codeError);
});

it.each(['sessionAuthorize', 'sessionRegister'])('leaves out the 400 of %s, which a shopper can cause', (endpoint) => {
  expect(toCodeError(endpoint, status(400))).toBeUndefined();
});

it.each([
  new DOMException('The user aborted a request', 'AbortError'),
  { name: 'AbortError', message: 'Aborted' },
  { name: 'ConditionError', message: 'Aborted due to condition callback returning false.' },
  undefined,
])('does not report %s', (thrown) => {
  expect(toApiError(thrown).kind).toBe('malformed');
  expect(reportError).not.toHaveBeenCalled();
});

it('converts an exception where no browser takes the report', () => {
  Reflect.deleteProperty(globalThis, 'reportError');
  expect(toApiError(new TypeError('t is not a function'))).toEqual({
    kind: 'malformed',
    message: 't is not a function',
  });
});
