import { type ApiReport, formatApiReport, parseApiReport, parseDeprecation } from './api-report';

const report: ApiReport = {
  packageName: '@shop/cart',
  version: '2.1.0',
  modules: {
    '@shop/cart/cart-line': [
      { name: 'CartLine', isType: true, since: '1.0.0' },
      {
        name: 'sumLines',
        isType: false,
        since: '2.1.0',
        deprecation: { since: '2026-11-22', removedAfter: '2027-05-22', remedy: 'use useCart' },
      },
    ],
    '@shop/cart/use-cart': [],
  },
  entries: { '@shop/cart/cart-line': 'src/cart-line.d.ts', '@shop/cart/use-cart': 'src/use-cart.d.ts' },
  declarations: { 'src/cart-line.d.ts': 'export interface CartLine {\n    id: string;\n}\n' },
};

it('parses what it formats', () => {
  expect(parseApiReport(formatApiReport(report))).toEqual(report);
});

it.each([
  ['another text', '# Cart', 'The text is not an API report.'],
  [
    'a line that was written by hand',
    formatApiReport(report).replace('- type `CartLine` since 1.0.0', '- CartLine'),
    'The API report has an unreadable line: - CartLine',
  ],
])('rejects %s', (_what, text, message) => {
  expect(() => parseApiReport(text)).toThrow(message);
});

it('parses the dates and the remedy of a deprecation', () => {
  expect(parseDeprecation(' since 2026-11-22, removed after 2027-05-22: use Price ')).toEqual({
    since: '2026-11-22',
    removedAfter: '2027-05-22',
    remedy: 'use Price',
  });
});

it.each([
  'use Price',
  'since 2026-11-22: use Price',
  'since 2026-11-22, removed after 2027-05-22:',
  'since 2026-13-22, removed after 2027-05-22: use Price',
  'since 2026-11-22, removed after 2026-02-30: use Price',
  'since 2027-05-22, removed after 2026-11-22: use Price',
])('rejects the deprecation "%s"', (text) => {
  expect(parseDeprecation(text)).toBeNull();
});
