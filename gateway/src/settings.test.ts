import { readSettings } from './settings';

test('has defaults for everything [R.06-3]', () => {
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

test('takes proxies and the header of regions', () => {
  const env = {
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1',
    REGION_HEADER: 'CloudFront-Viewer-Country-Region',
  };
  expect(readSettings(env)).toMatchObject({
    trustedProxies: 'loopback,10.0.0.0/8,2001:db8::1',
    regionHeader: 'cloudfront-viewer-country-region',
  });
});

test.each([
  [
    { TRUSTED_PROXIES: 'nginx' },
    /TRUSTED_PROXIES is "nginx": give addresses, networks such as 10.0.0.0\/8, or loopback/,
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES is "10.0.0.0\/33"/],
  [{ REGION_HEADER: 'x region' }, /REGION_HEADER is "x region": give the name of a header/],
  [{ PUBLIC_URL: 'shop.example' }, /PUBLIC_URL is "shop.example": give an http or https address/],
  [{ SERVICE_WORKER: 'no' }, /SERVICE_WORKER is "no": give on or off/],
  [{ PORT: '0' }, /PORT is "0": give a port/],
  [{ PORT: 'http' }, /PORT is "http"/],
  [{ STORE_API_URL: 'localhost' }, /STORE_API_URL is "localhost": give an http or https address/],
  [{ ORDER_AMOUNTS: 'euro' }, /ORDER_AMOUNTS is "euro": give dollar or rupee/],
  [{ RELEASE_ENV: '../staging' }, /^RELEASE_ENV is "..\/staging": give the name of an environment, such as production/],
  [{ SOURCE_APPS: 'shell=http://127.0.0.1:3100' }, /only with RELEASE_ENV=development/],
])('refuses %j with a sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test('reads apps that run from source', () => {
  const env = { RELEASE_ENV: 'development', SOURCE_APPS: 'shell=http://127.0.0.1:3100,mf-a=http://127.0.0.1:3101/' };
  expect(readSettings(env).sourceApps).toEqual({ shell: 'http://127.0.0.1:3100/', 'mf-a': 'http://127.0.0.1:3101/' });
});
