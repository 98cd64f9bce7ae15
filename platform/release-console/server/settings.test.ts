import { readServiceSettings } from './settings';

const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'releases', OIDC_CLIENT_SECRET: 'secret' };

test('without an identity provider the service listens on loopback only', () => {
  expect(readServiceSettings({ HOST: '0.0.0.0' })).toMatchObject({
    publicUrl: 'http://127.0.0.1:3300',
    host: '127.0.0.1',
    provider: null,
  });
});

test('with an identity provider the service has a public address', () => {
  const address = { CONSOLE_URL: 'https://releases.example/', HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8' };
  const shop = { SHOP_URL: 'https://shop.example/' };
  expect(readServiceSettings({ ...provider, ...address, ...shop })).toMatchObject({
    trustedProxies: ['10.0.0.0/8'],
    publicUrl: 'https://releases.example',
    shopUrl: 'https://shop.example',
    host: '0.0.0.0',
    provider: { issuer: 'https://id.example', clientId: 'releases', clientSecret: 'secret' },
  });
});

test.each([
  // In an image: the port of the demo people would listen on loopback only.
  [{ NODE_ENV: 'production', HOST: '0.0.0.0' }, 'OIDC_ISSUER is not set: set it, OIDC_CLIENT_ID'],
  [{ CONSOLE_URL: 'https://releases.example' }, 'without OIDC_ISSUER: set the identity provider'],
  [{ ...provider, OIDC_CLIENT_SECRET: '' }, 'set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too'],
  [{ ...provider, CONSOLE_URL: 'https://releases.example/console' }, 'give an address without a path'],
])('settings that do not fit each other are refused (%#)', (variables, message) => {
  expect(() => readServiceSettings(variables)).toThrow(message);
});
