import { createSamplePathname } from './server-smoke-test';

test.each([
  ['/', {}, '/'],
  ['/products', {}, '/products'],
  ['/product/:id', {}, '/product/sample'],
  ['/:policyType', { policyType: ['terms', 'privacy'] }, '/terms'],
  ['/shelf/:row?/books', { row: ['2'] }, '/shelf/books'],
  ['/shelf/books?', {}, '/shelf/books'],
  ['/shelf/:name', { name: ['a b/c'] }, '/shelf/a%20b%2Fc'],
  ['/help/*', {}, '/help/sample/of-any-depth'],
  ['*', {}, '/sample/of-any-depth'],
])('%s is sampled by an address that it matches', (pattern, known, address) => {
  expect(createSamplePathname({ pattern, known })).toBe(address);
});
