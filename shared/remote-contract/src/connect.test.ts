import { aComposition } from '@shop/testing/a-composition';
import { connectOriginPattern, listAllConnectOrigins, listConnectOrigins } from './connect';

const home = (pattern: string) => ({ home: { pattern, access: 'open' as const } });
const reviews = { name: 'mf-reviews', paths: home('/reviews'), connect: ['https://reviews.example'] };
const chat = {
  name: 'mf-chat',
  paths: home('/chat'),
  connect: ['https://chat.example'],
  slots: { 'product.below': { order: 1 } },
};

test('a document may call the backends of the owner of its page and of every remote that fills a slot', () => {
  const composition = aComposition([reviews, chat, { name: 'mf-catalog', paths: home('/') }]);
  expect(listConnectOrigins(composition, 'mf-reviews')).toEqual(['https://chat.example', 'https://reviews.example']);
  expect(listConnectOrigins(composition, 'mf-catalog')).toEqual(['https://chat.example']);
  expect(listConnectOrigins(composition, undefined)).toEqual(['https://chat.example']);
  expect(listAllConnectOrigins(composition)).toEqual(['https://reviews.example', 'https://chat.example']);
});

test('every document may call the backend of the owner of a screen of the purchase, which must not be interrupted', () => {
  const payment = { name: 'mf-payment', paths: home('/payment'), connect: ['https://bank.example'] };
  expect(listConnectOrigins(aComposition([payment, reviews]), undefined)).toEqual(['https://bank.example']);
});

test('a document may call the backend of the version that its page may fall back to', () => {
  const composition = aComposition([reviews]);
  const remotes = composition.remotes.map((remote) => ({
    ...remote,
    previous: { ...remote, connect: ['https://old-reviews.example'] },
  }));
  expect(listConnectOrigins({ ...composition, remotes }, 'mf-reviews')).toEqual([
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
