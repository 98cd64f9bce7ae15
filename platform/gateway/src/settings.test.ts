import { SettingsError } from '@shop/server-settings/read-settings';
import { readDevServers, readGatewaySettings } from './settings';

test('uses a default for every setting [R.06-3]', () => {
  expect(readGatewaySettings({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    env: 'production',
    storeApiUrl: 'http://localhost:8044/api/v1',
    orderAmounts: 'dollar',
    serviceWorker: 'on',
    overrideLinks: 'off',
  });
});

test('shows override links outside production only', () => {
  expect(readGatewaySettings({ RELEASE_ENV: 'staging', OVERRIDE_LINKS: 'on' }).overrideLinks).toBe('on');
  for (const variables of [{ OVERRIDE_LINKS: 'on' }, { OVERRIDE_LINKS: 'on', RELEASE_ENV: 'production' }]) {
    expect(() => readGatewaySettings(variables)).toThrow(
      'OVERRIDE_LINKS=on is refused for the environment production, which shoppers get',
    );
  }
});

test('reads the origin from the public address of the shop', () => {
  expect(readGatewaySettings({}).publicUrl).toBeUndefined();
  expect(readGatewaySettings({ SHOP_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
});

test('removes trailing slashes from addresses of the store API', () => {
  const variables = { STORE_API_URL: 'http://10.0.0.2:8044/api/v1/', PUBLIC_API_URL: 'https://api.example/v1//' };
  expect(readGatewaySettings(variables)).toMatchObject({
    storeApiUrl: 'http://10.0.0.2:8044/api/v1',
    publicApiBase: 'https://api.example/v1',
  });
});

test('reads trusted proxies and the region header', () => {
  const variables = {
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1',
    REGION_HEADER: 'CloudFront-Viewer-Country-Region',
  };
  expect(readGatewaySettings(variables)).toMatchObject({
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
    regionHeader: 'cloudfront-viewer-country-region',
  });
});

test('reads the origins of payment forms and of images', () => {
  const variables = {
    PAYMENT_ORIGINS: 'https://pay.example/, https://upi.example',
    IMAGE_ORIGINS: 'https://cdn.example',
  };
  expect(readGatewaySettings(variables)).toMatchObject({
    paymentOrigins: ['https://pay.example', 'https://upi.example'],
    imageOrigins: ['https://cdn.example'],
  });
});

test('reads the development servers of apps', () => {
  const args = ['shell=http://127.0.0.1:3100', 'mf-a=http://127.0.0.1:3101/'];
  expect(readDevServers(args, 'development')).toEqual({
    shell: 'http://127.0.0.1:3100/',
    'mf-a': 'http://127.0.0.1:3101/',
  });
  expect(readDevServers([], 'production')).toEqual({});
  expect(() => readDevServers(args, 'production')).toThrow('only with RELEASE_ENV=development');
  expect(() => readDevServers(['shell'], 'development')).toThrow('"shell" names no app: give mf-catalog=http');
});

test.each([
  [
    { TRUSTED_PROXIES: 'nginx' },
    /TRUSTED_PROXIES is "nginx": give addresses, networks such as 10.0.0.0\/8, or loopback/,
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES is "10.0.0.0\/33"/],
  [{ PAYMENT_ORIGINS: 'pay.example' }, /PAYMENT_ORIGINS is "pay.example": give origins such as https/],
  [{ REGION_HEADER: 'x region' }, /REGION_HEADER is "x region": give the name of a header/],
  [{ SHOP_URL: 'shop.example' }, /SHOP_URL is "shop.example": give an absolute address/],
  [{ SERVICE_WORKER: 'no' }, /SERVICE_WORKER is "no": give on or off/],
  [{ MAX_CONNECTIONS: '9000' }, /MAX_CONNECTIONS is "9000": leave it out, the gateway decides it/],
  [{ METRICS_PORT: '0.0.0.0' }, /METRICS_PORT is "0.0.0.0": give a port from 1 to 65535, or an address such as/],
  [{ PAGE_RENDERERS: '-1' }, /PAGE_RENDERERS is "-1": give a whole number from 1 to 64/],
  [{ PORT: '0' }, /PORT is "0": give a whole number from 1 to 65535/],
  [{ PORT: 'http' }, /PORT is "http"/],
  [{ STORE_API_URL: 'localhost' }, /STORE_API_URL is "localhost": give an absolute address/],
  [{ ORDER_AMOUNTS: 'euro' }, /ORDER_AMOUNTS is "euro": give dollar or rupee/],
  [{ RELEASE_ENV: '../staging' }, /^RELEASE_ENV is "..\/staging": give the name of an environment, such as production/],
  [{ RELEASE_STORE: 's3://' }, /RELEASE_STORE is "s3:\/\/": give s3:\/\/bucket/],
])('rejects %j and says what to give', (variables, message) => {
  expect(() => readGatewaySettings(variables)).toThrow(message);
});

test('names every invalid variable in one error', () => {
  const read = () => readGatewaySettings({ PORT: '0', SERVICE_WORKER: 'no', RELEASE_STORE: 's3://' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/^PORT is "0": .*\nSERVICE_WORKER is "no": .*\nRELEASE_STORE is "s3:\/\/": .*$/);
});
