import type { ComposedRemote, Composition } from './composition';
import { connectOriginPattern, listAllConnectOrigins, listConnectOrigins } from './connect';

const aRemote = (name: string, pattern: string, more: Partial<ComposedRemote> = {}): ComposedRemote => ({
  ...{ name, version: '1.0.0', digest: '000000000000', base: `/r/${name}/`, global: name },
  entry: { path: 'remote-entry.js', integrity: '' },
  paths: [{ id: 'home', pattern, access: 'open' }],
  ...more,
});

const compose = (...remotes: ComposedRemote[]): Composition => ({
  ...{ seq: 1, env: 'production', remotes },
  shell: { name: 'shell', version: '1.0.0', digest: '', base: '', entry: { path: '', integrity: '' } },
});

const reviews = aRemote('mf-reviews', '/reviews', { connect: ['https://reviews.example'] });
const chat = aRemote('mf-chat', '/chat', {
  connect: ['https://chat.example'],
  slots: [{ name: 'product.below', order: 1 }],
});

test('a document may call the backends of the owner of its page and of every remote that fills a slot', () => {
  const composition = compose(reviews, chat, aRemote('mf-catalog', '/'));
  expect(listConnectOrigins(composition, 'mf-reviews')).toEqual(['https://chat.example', 'https://reviews.example']);
  expect(listConnectOrigins(composition, 'mf-catalog')).toEqual(['https://chat.example']);
  expect(listConnectOrigins(composition, undefined)).toEqual(['https://chat.example']);
  expect(listAllConnectOrigins(composition)).toEqual(['https://reviews.example', 'https://chat.example']);
});

test('every document may call the backend of the owner of a screen of the purchase, which must not be interrupted', () => {
  const payment = aRemote('mf-payment', '/payment', { connect: ['https://bank.example'] });
  expect(listConnectOrigins(compose(payment, reviews), undefined)).toEqual(['https://bank.example']);
});

test('a document may call the backend of the version that its page may fall back to', () => {
  const previous = { ...reviews, version: '0.9.0', connect: ['https://old-reviews.example'] };
  expect(listConnectOrigins(compose({ ...reviews, previous }), 'mf-reviews')).toEqual([
    'https://old-reviews.example',
    'https://reviews.example',
  ]);
});

test.each([
  ['https://reviews.example', true],
  ['https://reviews.example:8443', true],
  ['http://localhost:4000', true],
  ['http://127.0.0.1', true],
  ['http://reviews.example', false],
  ['https://reviews.example/', false],
  ['https://reviews.example/api', false],
  ['https://Reviews.example', false],
  ['https://*.example', false],
  ['https://user@reviews.example', false],
  ["https://reviews.example 'unsafe-eval'", false],
  ['https://reviews.example; script-src *', false],
  ['https://reviews.example\nx: y', false],
  ['wss://reviews.example', false],
  ['*', false],
])('%j is an origin that a remote may declare: %s', (origin, isValid) => {
  expect(connectOriginPattern.test(origin)).toBe(isValid);
});
