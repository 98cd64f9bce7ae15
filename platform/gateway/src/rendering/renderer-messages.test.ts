import { parseShell } from './renderer-messages';

const base = '/r/shell/1.0.0-0123456789ab/';
const devBase = 'http://127.0.0.1:3100/';
const describe = (favicon: string) => ({
  rendersPages: true,
  wellKnown: { favicon, serviceWorker: '' },
  inlineScripts: null,
});

test.each([
  [base, `${base}assets/favicon.png`],
  [devBase, `${devBase}assets/favicon.png`],
])('the icon of a shell is a file below %s', (address, favicon) => {
  expect(parseShell(describe(favicon), address).wellKnown?.favicon).toBe(favicon);
});

test.each([
  'https://evil.example/favicon.png',
  '//evil.example/favicon.png',
  '/r/mf-cart/1.0.0-0123456789ab/favicon.png',
  `${base}../../../checkout`,
  `${base}%2e%2e/checkout`,
  `${base}favicon.png?to=//evil.example`,
  `${base}favicon.png\r\nset-cookie: a=b`,
  'favicon.png',
  '',
])('an icon elsewhere is refused: %j', (favicon) => {
  expect(() => parseShell(describe(favicon), base)).toThrow('is not one of its files');
});

test('a shell without an icon has none', () => {
  const shell = { rendersPages: false, wellKnown: null, inlineScripts: null };
  expect(parseShell(shell, base)).toEqual(shell);
});
