import fastify from 'fastify';
import { getPublicUrl } from './public-url';

describe('publicAddress', () => {
  async function addressFor(
    headers: Record<string, string>,
    settings: { publicUrl?: string; trustProxy?: boolean } = {},
  ) {
    const { trustProxy = false } = settings;
    const app = fastify({ trustProxy });
    app.get('/', async (request) => getPublicUrl(request, { port: 8044, trustProxy, ...settings }));
    return (await app.inject({ url: '/', headers })).body;
  }

  it.each([
    ['localhost:9000', 'http://localhost:9000'],
    ['127.0.0.1:8044', 'http://127.0.0.1:8044'],
    ['[::1]:8044', 'http://[::1]:8044'],
    ['api.shop.localhost:8044', 'http://api.shop.localhost:8044'],
    ['localhost', 'http://localhost:8044'],
    ['shop.example', 'http://localhost:8044'],
    ['evil.example:80', 'http://localhost:8044'],
    ['localhost:80@evil.example', 'http://localhost:8044'],
  ])('answers the host %p with %p', async (host, address) => {
    expect(await addressFor({ host })).toBe(address);
  });

  it('believes a proxy only when it is trusted', async () => {
    const headers = { host: 'localhost:8044', 'x-forwarded-host': 'api.shop.example', 'x-forwarded-proto': 'https' };
    expect(await addressFor(headers)).toBe('http://localhost:8044');
    expect(await addressFor(headers, { trustProxy: true })).toBe('https://api.shop.example');
    expect(await addressFor({ ...headers, 'x-forwarded-host': 'a"b' }, { trustProxy: true })).toBe(
      'http://localhost:8044',
    );
    expect(await addressFor(headers, { publicUrl: 'https://api.example' })).toBe('https://api.example');
  });
});
