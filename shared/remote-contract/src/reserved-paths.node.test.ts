import { isReserved } from './reserved-paths';

it.each([
  ['/api/v1/payments/return', true],
  ['/API', true],
  ['/r/shell/1-d/main.js', true],
  ['/-/preview/abc', true],
  ['/media/:file', true],
  ['/sandbox/pay', true],
  ['/login/', true],
  ['/sitemap.xml', true],
  ['/', false],
  ['/login/help', false],
  ['/mediation', false],
  ['/reviews/api', false],
])('a pattern %p is reserved: %p', (pattern, expected) => {
  expect(isReserved(pattern)).toBe(expected);
});
