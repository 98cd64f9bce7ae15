import {
  baseUrlSetting,
  choiceSetting,
  hostAndPortSetting,
  integerSetting,
  listSetting,
  networkListSetting,
  portSetting,
  readSettings,
  removedSetting,
  SettingsError,
  switchSetting,
  textSetting,
  urlSetting,
} from './read-settings';

const schema = {
  PORT: portSetting(3000),
  HOST: textSetting('127.0.0.1'),
  POLICY: textSetting(undefined),
  SANDBOX: switchSetting(true),
  ORIGINS: listSetting,
  TRUSTED_PROXIES: networkListSetting,
  LOG_LEVEL: choiceSetting(['info', 'warn', 'silent'], 'warn'),
  API_URL: urlSetting(undefined),
  SHOP_URL: baseUrlSetting('http://localhost:3000'),
  TRUST_PROXY: removedSetting('set TRUSTED_PROXIES instead'),
  METRICS: hostAndPortSetting,
  LIMIT: integerSetting({ min: 2, max: 20, fallback: 5 }),
};

test('returns the default of every absent or blank variable', () => {
  expect(readSettings(schema, { PORT: '', HOST: ' ' })).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    POLICY: undefined,
    SANDBOX: true,
    ORIGINS: [],
    TRUSTED_PROXIES: [],
    LOG_LEVEL: 'warn',
    API_URL: undefined,
    SHOP_URL: 'http://localhost:3000',
    TRUST_PROXY: undefined,
    LIMIT: 5,
    METRICS: undefined,
  });
  expect(readSettings(schema, { METRICS: '9464' }).METRICS).toEqual({ host: '127.0.0.1', port: 9464 });
});

test('converts each variable to its type', () => {
  const variables = {
    PORT: '8080',
    HOST: '0.0.0.0',
    POLICY: 'policy.json',
    SANDBOX: 'off',
    ORIGINS: ' https://a.example, https://b.example ,',
    TRUSTED_PROXIES: 'loopback,10.0.0.1, 10.0.0.0/8, 2001:db8::/32',
    LOG_LEVEL: 'silent',
    API_URL: 'https://api.example/v1',
    SHOP_URL: 'https://shop.example/',
    LIMIT: '20',
    METRICS: '[::1]:9464',
  };
  expect(readSettings(schema, variables)).toEqual({
    PORT: 8080,
    HOST: '0.0.0.0',
    POLICY: 'policy.json',
    SANDBOX: false,
    ORIGINS: ['https://a.example', 'https://b.example'],
    TRUSTED_PROXIES: ['loopback', '10.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    LOG_LEVEL: 'silent',
    API_URL: 'https://api.example/v1',
    SHOP_URL: 'https://shop.example',
    TRUST_PROXY: undefined,
    LIMIT: 20,
    METRICS: { host: '::1', port: 9464 },
  });
});

test.each([
  ['PORT', '70000', 'PORT is "70000": give a whole number from 1 to 65535, or leave it out for 3000.'],
  ['SANDBOX', 'yes', 'SANDBOX is "yes": give on or off, or leave it out for on.'],
  [
    'API_URL',
    'ftp://api.example',
    'API_URL is "ftp://api.example": give an absolute address such as https://shop.example.',
  ],
  [
    'SHOP_URL',
    'https://a.example?b',
    'SHOP_URL is "https://a.example?b": give a plain address such as https://shop.example.',
  ],
  ['TRUST_PROXY', 'on', 'TRUST_PROXY is "on": set TRUSTED_PROXIES instead.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": give info or warn or silent, or leave it out for warn.'],
  ['LIMIT', '1', 'LIMIT is "1": give a whole number from 2 to 20, or leave it out for 5.'],
])('rejects %s=%s and says what to give', (name, value, message) => {
  expect(() => readSettings(schema, { [name]: value })).toThrow(new SettingsError(message));
});

test.each(['nginx', '10.0.0.0/33', '10.0.0.1/', '10.1/16', '2001:db8::/129'])(
  'rejects the network list %p',
  (value) => {
    expect(() => readSettings(schema, { TRUSTED_PROXIES: value })).toThrow(
      `TRUSTED_PROXIES is "${value}": give addresses, networks such as 10.0.0.0/8, or loopback, separated by commas.`,
    );
  },
);

test('hides the user name and password of a URL in the error', () => {
  expect(() => readSettings(schema, { SHOP_URL: 'ftp://me:se/cr@et@host/x' })).toThrow(
    'SHOP_URL is "ftp://***@host/x"',
  );
});

test('names every invalid variable in one error', () => {
  expect(() => readSettings(schema, { PORT: 'x', LIMIT: '99' })).toThrow(
    'PORT is "x": give a whole number from 1 to 65535, or leave it out for 3000.\nLIMIT is "99": give a whole number from 2 to 20, or leave it out for 5.',
  );
});
