import { readSettings } from './settings';

test('has defaults for everything', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    env: 'production',
    storeApiUrl: 'http://localhost:8044/api/v1',
    orderAmounts: 'dollar',
    serviceWorker: 'on',
    sourceApps: {},
  });
});

test('takes the shop’s own address, without what follows the host', () => {
  expect(readSettings({}).publicUrl).toBeUndefined();
  expect(readSettings({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
});

test.each([
  [{ PUBLIC_URL: 'shop.example' }, /PUBLIC_URL is "shop.example": give an http or https address/],
  [{ SERVICE_WORKER: 'no' }, /SERVICE_WORKER is "no": give on or off/],
  [{ PORT: '0' }, /PORT is "0": give a port/],
  [{ PORT: 'http' }, /PORT is "http"/],
  [{ STORE_API_URL: 'localhost' }, /STORE_API_URL is "localhost": give an http or https address/],
  [{ ORDER_AMOUNTS: 'euro' }, /ORDER_AMOUNTS is "euro": give dollar or rupee/],
  [{ SOURCE_APPS: 'shell=http://127.0.0.1:3100' }, /only with RELEASE_ENV=development/],
])('refuses %j with a sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test('reads apps that run from source', () => {
  const env = { RELEASE_ENV: 'development', SOURCE_APPS: 'shell=http://127.0.0.1:3100,mf-a=http://127.0.0.1:3101/' };
  expect(readSettings(env).sourceApps).toEqual({ shell: 'http://127.0.0.1:3100/', 'mf-a': 'http://127.0.0.1:3101/' });
});
