import { generateKeyPairSync } from 'node:crypto';
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
  });
});

test('converts each variable, and leaves out what is not set', () => {
  const variables = {
    SHOP_URL: 'https://shop.example/',
    PUBLIC_API_URL: 'https://api.example/v1//',
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1',
    REGION_HEADER: 'CloudFront-Viewer-Country-Region',
    PAYMENT_ORIGINS: 'https://pay.example/, https://upi.example',
    DATA_DIR: ' /srv/shop ',
  };
  expect(readGatewaySettings(variables)).toMatchObject({
    publicUrl: 'https://shop.example',
    publicApiBase: 'https://api.example/v1',
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
    regionHeader: 'cloudfront-viewer-country-region',
    paymentOrigins: ['https://pay.example', 'https://upi.example'],
    imageOrigins: undefined,
    dataDir: '/srv/shop',
    keysFolder: '/srv/shop/release-keys',
  });
  expect(readGatewaySettings({}).publicUrl).toBeUndefined();
  expect(readGatewaySettings({ DATA_DIR: ' ' }).dataDir).toBe(readGatewaySettings({}).dataDir);
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

test('reads where the groups of customers are, and the key that verifies them', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const read = (CUSTOMER_GROUPS: string, CUSTOMER_GROUPS_KEY?: string) =>
    readGatewaySettings({ CUSTOMER_GROUPS, ...(CUSTOMER_GROUPS_KEY ? { CUSTOMER_GROUPS_KEY } : {}) }).customerGroups;
  expect(read('header:X-Groups', pem)).toMatchObject({ kind: 'header', name: 'x-groups', key: { type: 'public' } });
  expect(read('cookie:Groups', 's'.repeat(32))).toMatchObject({
    kind: 'cookie',
    name: 'Groups',
    key: { type: 'secret' },
  });
  expect(read('')).toBeUndefined();
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => read('cookie:groups', privatePem)).toThrow(
    'CUSTOMER_GROUPS_KEY is not a public Ed25519 key: give its PEM',
  );
  expect(() => read('cookie:groups', 'a short secret')).toThrow(
    new SettingsError('CUSTOMER_GROUPS_KEY has 14 bytes: give 32 at least, or a public Ed25519 key as PEM.'),
  );
  expect(() => read('cookie:groups')).toThrow('CUSTOMER_GROUPS and CUSTOMER_GROUPS_KEY need each other');
  expect(() => read('groups', pem)).toThrow('CUSTOMER_GROUPS is "groups": give header: or cookie: and its name');
});

test.each([
  [{ PAYMENT_ORIGINS: 'pay.example' }, /PAYMENT_ORIGINS is "pay.example": give origins such as https/],
  [{ REGION_HEADER: 'x region' }, /REGION_HEADER is "x region": give the name of a header/],
  [{ RELEASE_ENV: '../staging' }, /^RELEASE_ENV is "..\/staging": give the name of an environment, such as production/],
  [
    { PORT: '0', METRICS_PORT: '0.0.0.0', RELEASE_STORE: 's3://' },
    /^PORT is "0": .*\nMETRICS_PORT is "0.0.0.0": .*\nRELEASE_STORE is "s3:\/\/": .*$/,
  ],
])('rejects %j and says what to give for each variable', (variables, message) => {
  expect(() => readGatewaySettings(variables)).toThrow(message);
});
