import { getRequestDepth, readRequests } from './request-depth';

const page = 'http://localhost/products';
const requests = [
  { url: page, start: 0, initiator: null },
  { url: '/main.js', start: 10, initiator: page },
  { url: '/products.js', start: 20, initiator: '/main.js' },
  { url: '/api/products', start: 30, initiator: '/products.js' },
  { url: '/picture.webp', start: 15, initiator: page },
];

test('the depth is the length of the longest chain of requests', () => {
  expect(getRequestDepth(requests, 1000)).toBe(4);
});

test('requests after the given time do not count', () => {
  expect(getRequestDepth(requests, 25)).toBe(3);
  expect(getRequestDepth(requests, 5)).toBe(1);
  expect(getRequestDepth([], 5)).toBe(0);
});

test('a file that the document preloads has the depth of the preload', () => {
  const preload = { url: '/products.js', start: 12, initiator: page };
  expect(getRequestDepth([...requests.slice(0, 3), preload], 1000)).toBe(2);
});

test('reads requests and their causes from the log of the DevTools protocol', () => {
  const log = [
    { method: 'Page.loadEventFired', params: {} },
    sent(page, 5, { type: 'other' }),
    sent('http://localhost/main.js', 5.1, { type: 'parser', url: page }),
    sent('http://localhost/home.js', 5.2, {
      type: 'script',
      stack: { callFrames: [{ url: '' }], parent: { callFrames: [{ url: 'http://localhost/main.js' }] } },
    }),
    sent('data:image/png;base64,', 5.2, { type: 'parser', url: page }),
  ];
  expect(readRequests(log, 5_000_000)).toEqual([
    { url: page, start: 0, initiator: null },
    { url: 'http://localhost/main.js', start: expect.closeTo(100), initiator: page },
    { url: 'http://localhost/home.js', start: expect.closeTo(200), initiator: 'http://localhost/main.js' },
  ]);
});

function sent(url: string, timestamp: number, initiator: object) {
  return { method: 'Network.requestWillBeSent', params: { documentURL: page, request: { url }, timestamp, initiator } };
}
