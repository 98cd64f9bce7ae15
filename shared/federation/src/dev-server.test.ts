import type { IncomingMessage, ServerResponse } from 'node:http';
import { configureDevServer } from './dev-server';

// It loads the bundler.
jest.mock('./plugins/developer-tools', () => ({ typesFolder: 'types' }));

const app = { name: 'mf-a', version: '1.0.0', root: '/mf-a', global: 'mf_a_1_0_0', isDevelopment: true };

function openDevServer(runsInLiveShop: boolean) {
  const { devServer } = configureDevServer({ ...app, runsInLiveShop });
  if (!devServer) throw new Error('there is no development server');
  return devServer;
}

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://localhost', true],
  ['https://evil.example', false],
  ['http://localhost.evil.example:3000', false],
  ['null', false],
  [undefined, false],
])('a page of the origin %p may read the files of an app: %p', (origin, isPermitted) => {
  const { headers } = openDevServer(false);
  if (typeof headers !== 'function') throw new Error('the headers are the same for every page');
  const sent = headers({ headers: { origin } } as unknown as IncomingMessage, {} as ServerResponse, undefined);
  expect(sent).toEqual({
    Vary: 'Origin, Sec-Fetch-Dest',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isPermitted && { 'Access-Control-Allow-Origin': origin }),
  });
});

test('a page of this machine may show the pictures of an app, which it requests without CORS', () => {
  const { headers } = openDevServer(false);
  if (typeof headers !== 'function') throw new Error('the headers are the same for every page');
  const request = { headers: { 'sec-fetch-dest': 'image' } } as unknown as IncomingMessage;
  expect(headers(request, {} as ServerResponse, undefined)).toEqual({ Vary: 'Origin, Sec-Fetch-Dest' });
});

test('no page of another origin may read or run the files of a remote in the page of a live shop', () => {
  expect(openDevServer(true).headers).toEqual({ 'Cross-Origin-Resource-Policy': 'same-origin' });
});

test.each([
  [false, ['127.0.0.1', 'localhost']],
  [true, ['localhost']],
])('the server answers requests for this machine only, in a live shop: %p', (runsInLiveShop, hosts) => {
  expect(openDevServer(runsInLiveShop).allowedHosts).toEqual(hosts);
});
