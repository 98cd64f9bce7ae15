import { isNotFound, toApiError } from './api-error';

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

it('reports an exception that RTK Query stored as an object, with its stack', () => {
  const stack = 'ReferenceError: x is not defined\n    at /r/mf-catalog/1.0.0-0123456789ab/product.js:1:2';
  const stored = { name: 'ReferenceError', message: 'x is not defined', stack };
  expect(toApiError(stored)).toEqual({ kind: 'malformed', message: 'x is not defined' });
  isNotFound(stored);
  expect(reportError).toHaveBeenCalledTimes(1);
  expect(reportError.mock.calls[0]?.[0]).toMatchObject(stored);
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
