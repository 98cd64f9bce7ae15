import fastify from 'fastify';
import { getPublicUrl } from './public-url';

describe('getPublicUrl', () => {
  async function getUrl(headers: Record<string, string>, { publicUrl, trustedProxies = [] }: Settings = {}) {
    const app = fastify({ trustProxy: trustedProxies });
    app.get('/', async (request) => getPublicUrl(request, { port: 8044, publicUrl }));
    return (await app.inject({ url: '/', headers })).body;
  }
  interface Settings {
    publicUrl?: string;
    trustedProxies?: string[];
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
  ])('returns for the host %p the URL %p', async (host, url) => {
    expect(await getUrl({ host })).toBe(url);
  });

  it('ignores X-Forwarded-Host, also from a trusted proxy', async () => {
    const headers = { host: 'localhost:8044', 'x-forwarded-host': 'api.shop.example:8044' };
    expect(await getUrl(headers)).toBe('http://localhost:8044');
    expect(await getUrl(headers, { trustedProxies: ['127.0.0.1'] })).toBe('http://localhost:8044');
  });

  it('uses X-Forwarded-Proto from a trusted proxy only', async () => {
    const headers = { host: 'localhost:8044', 'x-forwarded-proto': 'https' };
    expect(await getUrl(headers, { trustedProxies: ['10.0.0.0/8'] })).toBe('http://localhost:8044');
    expect(await getUrl(headers, { trustedProxies: ['127.0.0.1'] })).toBe('https://localhost:8044');
  });

  it('returns the public URL of the settings for every host', async () => {
    const publicUrl = 'https://api.example';
    expect(await getUrl({ host: 'localhost:8044' }, { publicUrl })).toBe(publicUrl);
  });
});
