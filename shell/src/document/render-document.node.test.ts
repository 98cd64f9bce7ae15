import type { Composition } from '@shop/remote-contract/composition';
import { renderDocument } from './render-document';

const integrity = 'sha384-abc';
const composition: Composition = {
  seq: 3,
  env: 'production',
  shell: { name: 'shell', version: '1', digest: 'd', base: '/r/shell/1-d/', entry: { path: 'main.js', integrity } },
  remotes: [
    {
      name: 'mf-catalog',
      version: '1',
      digest: 'd',
      base: '/r/mf-catalog/1-d/',
      entry: { path: 'remote-entry.js', integrity },
      global: 'mf_catalog_1',
      paths: [
        { id: 'home', pattern: '/', access: 'open', preloads: [{ url: '/r/mf-catalog/1-d/home.js', integrity }] },
      ],
    },
  ],
};
const request = { composition, pathname: '/', hostname: 'localhost', settings: { orderAmounts: 'dollar' as const } };

test('asks for the shell, the owner’s entry and its first screen at once, each with its hash', () => {
  const { html, status } = renderDocument(request);
  expect(status).toBe(200);
  expect(html).toContain(`<script src="/r/shell/1-d/main.js" defer crossorigin integrity="${integrity}"></script>`);
  for (const url of ['/r/mf-catalog/1-d/remote-entry.js', '/r/mf-catalog/1-d/home.js']) {
    expect(html).toContain(`<link rel="preload" as="script" href="${url}" crossorigin integrity="${integrity}">`);
  }
});

test('carries the composition inline, without what only the gateway needs', () => {
  const { html } = renderDocument(request);
  const [, json = ''] = html.match(/id="composition">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toMatchObject({ seq: 3, remotes: [{ name: 'mf-catalog', paths: [{ id: 'home' }] }] });
  expect(json).not.toContain('preloads');
});

test('nothing in a composition can close its element', () => {
  const evil = { ...composition, env: '</script><script>alert(1)</script>' };
  expect(renderDocument({ ...request, composition: evil }).html).not.toContain('</script><script>alert');
});

test('tells the API’s origin by the host, or by the deployment’s own word [R.14-2]', () => {
  expect(renderDocument(request).apiOrigin).toBe('http://localhost:8044');
  expect(renderDocument({ ...request, hostname: 'www.shop.example' }).apiOrigin).toBe('https://api.shop.example');
  const settings = { apiBase: 'http://localhost:9000/api/v1' };
  expect(renderDocument({ ...request, settings }).apiOrigin).toBe('http://localhost:9000');
});

test('the theme is set before anything paints', () => {
  const { html, inlineScripts } = renderDocument(request);
  expect(inlineScripts).toHaveLength(1);
  expect(inlineScripts[0]).toContain('data-theme');
  expect(html.indexOf(inlineScripts[0] ?? '?')).toBeLessThan(html.indexOf('main.js'));
});

test.each([
  ['/login', 200],
  ['/register/', 200],
  ['/nowhere', 404],
])('%s without an owner answers %i', (pathname, status) => {
  expect(renderDocument({ ...request, pathname }).status).toBe(status);
});

test.each([
  ['/', false],
  ['/login', true],
  ['/nowhere', true],
])('%s is private: %p', (pathname, isPrivate) => {
  expect(renderDocument({ ...request, pathname }).isPrivate).toBe(isPrivate);
});

test('tells a page what it belongs to when it is to report, and nothing otherwise', () => {
  expect(renderDocument(request).html).not.toContain('id="health"');
  const { html } = renderDocument({ ...request, health: { cohort: 'canary', isCompared: true } });
  const [, json = ''] = html.match(/id="health">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ cohort: 'canary', isCompared: true });
});
