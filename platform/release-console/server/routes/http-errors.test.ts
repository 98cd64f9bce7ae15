import { GatesFailedError } from '@shop/releases/gates/run-gates';
import { NotAllowedError } from '@shop/releases/policy/policy';
import { HttpError } from '@shop/releases/service-api/requests';
import { getHeadKey } from '@shop/releases/state/head';
import { FrozenError } from '@shop/releases/state/live-state';
import { ConflictError, UnavailableStoreError } from '@shop/releases/store/errors';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { createTestConsole, env } from '../testing/test-console';
import { toErrorResponse } from './http-errors';

const finding = { gate: 'slots', app: 'mf-a', problem: 'a problem', remedy: 'a remedy' };
const apps = { shell: { app: 'shell', version: '1.0.0', digest: '0123456789ab' }, remotes: [] };

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

test.each([
  [new ConflictError('mf-a is locked'), 409, { error: 'mf-a is locked' }],
  [new FrozenError(finding), 409, { error: 'a problem: a remedy.', findings: [finding] }],
  [new NotAllowedError('asha may not'), 403, { error: 'asha may not' }],
  [new GatesFailedError([finding], apps), 422, { error: 'The gates refuse this composition.', findings: [finding] }],
  [new HttpError(404, 'There is no such schedule.'), 404, { error: 'There is no such schedule.' }],
  [new HttpError(503, 'Try again later.'), 503, { error: 'Try again later.' }],
  [new UnavailableStoreError('The disk is full.'), 503, { error: 'The disk is full.' }],
  [
    Object.assign(new Error('Body is not valid JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }),
    400,
    { error: 'Body is not valid JSON' },
  ],
])('%s is an error of the caller with its own text', (error, status, body) => {
  expect(toErrorResponse(error, 'POST /api/lock')).toEqual({ status, body });
  expect(logged).not.toHaveBeenCalled();
});

test.each([
  new Error('secret'),
  new TypeError('secret'),
  Object.assign(new Error('secret'), { code: 'ENOENT' }),
  Object.assign(new Error('secret'), { statusCode: 409 }),
  'secret',
])('%p is a fault of the service, whose text goes to the log only', (error) => {
  expect(toErrorResponse(error, 'POST /api/lock')).toEqual({
    status: 500,
    body: { error: 'The release service failed. Its log has the reason.' },
  });
  expect(logged).toHaveBeenCalledWith('The release service failed (POST /api/lock):', error);
});

test('a request that meets a damaged HEAD gets status 500 with its name, and so does the log', async () => {
  const { ravi, store } = await createTestConsole();
  const head = await store.get(getHeadKey(env));
  await store.compareAndSwap(getHeadKey(env), Buffer.from('damaged'), head?.tag ?? null);
  const response = await ravi.post('/api/lock', { env, seq: 1, app: '*', reason: 'sale' });
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({ error: expect.stringContaining(getHeadKey(env)) });
  expect(logged).toHaveBeenCalledWith(
    'The release store is damaged (POST /api/lock):',
    expect.any(CorruptDocumentError),
  );
});
