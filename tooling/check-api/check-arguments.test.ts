import { readCheckArguments } from './check-arguments';

const account = ['--email', 'meera@example.com', '--password', 'spice'];

it('reads the address, the account and the usual limits', () => {
  expect(readCheckArguments(['http://localhost:8044/api/v1/', ...account])).toEqual({
    apiBase: 'http://localhost:8044/api/v1',
    account: { email: 'meera@example.com', password: 'spice' },
    origin: 'http://localhost:3000',
    timeoutMs: 10_000,
    mayRegister: false,
    mayPay: false,
  });
});

it.each([
  ['https://api.shop.example/api/v1', [], 'https://shop.example'],
  ['https://shop.example/api/v1', [], 'https://shop.example'],
  ['http://[::1]:9/api/v1', [], 'http://localhost:3000'],
  ['https://api.shop.example/api/v1', ['--origin', 'https://www.shop.example/'], 'https://www.shop.example'],
])('sends calls to %s %p as pages of %s do', (address, more, origin) => {
  expect(readCheckArguments([address, ...account, ...more]).origin).toBe(origin);
});

it.each([
  [[], /^The address of the API comes first: npm run check:api/],
  [account, /^The address of the API comes first: /],
  [['shop.example', ...account], /^"shop.example" is not the address of a store API, which ends with \/api\/v1/],
  [['http://host/api/v2', ...account], /^"http:\/\/host\/api\/v2" is not the address/],
  [['ftp://host/api/v1', ...account], /is not the address/],
  [['http://a:b@host/api/v1', ...account], /is not the address/],
  [['http://host/api/v1'], /^--email and --password name an account of the server: /],
  [
    ['http://host/api/v1', ...account, '--timeout', 'soon'],
    /^--timeout is a number of seconds up to 60, and not "soon"\.$/,
  ],
  [['http://host/api/v1', ...account, '--timeout', '0'], /^--timeout is a number/],
  [['http://host/api/v1', ...account, '--origin', 'shop'], /^--origin is the origin of the shop/],
  [['http://host/api/v1', ...account, '--delete'], /^Unknown option '--delete': the options are --email, --password, /],
])('rejects the arguments %j with one line', (args, message) => {
  expect(() => readCheckArguments(args)).toThrow(message);
  expect(() => readCheckArguments(args)).toThrow(/^[^\n]+$/);
});
