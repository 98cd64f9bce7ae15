import { documentComposition as composition, integrity } from '../testing/document-composition';
import { renderDocument } from './render-document';

const request = { composition, pathname: '/', hostname: 'localhost', settings: { orderAmounts: 'dollar' as const } };

test('requests the shell, the remote’s entry and its first screen at once, each with its hash', () => {
  const { html, status } = renderDocument(request);
  expect(status).toBe(200);
  expect(html).toContain(`<script src="/r/shell/1-d/main.js" defer crossorigin integrity="${integrity}"></script>`);
  for (const url of ['/r/mf-catalog/1-d/remote-entry.js', '/r/mf-catalog/1-d/home.js']) {
    expect(html).toContain(`<link rel="preload" as="script" href="${url}" crossorigin integrity="${integrity}">`);
  }
});

test('preloads no manifest of a development build, which is the entry that the federation runtime reads', () => {
  const [remote] = composition.remotes;
  if (!remote) throw new Error('The composition has no remote');
  const local = { ...remote, entry: { path: 'mf-manifest.json', integrity: '' as const } };
  const { html } = renderDocument({ ...request, composition: { ...composition, remotes: [local] } });
  expect(html).not.toMatch(/<link rel="preload"[^>]*mf-manifest/);
  expect(html).toContain('<link rel="preload" as="script" href="/r/mf-catalog/1-d/home.js"');
});

test('carries the composition inline without its preloads', () => {
  const { html } = renderDocument(request);
  const [, json = ''] = html.match(/id="composition">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toMatchObject({ seq: 3, remotes: [{ name: 'mf-catalog', paths: [{ id: 'home' }] }] });
  expect(json).not.toContain('preloads');
});

test('escapes a composition that would close its script element', () => {
  const evil = { ...composition, env: '</script><script>alert(1)</script>' };
  expect(renderDocument({ ...request, composition: evil }).html).not.toContain('</script><script>alert');
});

test('derives the API’s origin from the host name or from the deployment’s setting [R.14-2]', () => {
  expect(renderDocument(request).apiOrigin).toBe('http://localhost:8044');
  expect(renderDocument({ ...request, hostname: 'www.shop.example' }).apiOrigin).toBe('https://api.shop.example');
  const settings = { apiBase: 'http://localhost:9000/api/v1' };
  expect(renderDocument({ ...request, settings }).apiOrigin).toBe('http://localhost:9000');
});

test('creates the policies of Trusted Types before any other script, except in development', () => {
  const { html, inlineScripts, trustedTypes } = renderDocument(request);
  expect(trustedTypes).toEqual(['default', ...request.composition.remotes.map(({ name }) => name)]);
  expect(html.indexOf('<script')).toBe(html.indexOf(`<script>${inlineScripts[0]}`));
  expect(inlineScripts[0]).toContain('createPolicy("default"');
  const composition = { ...request.composition, env: 'development' };
  expect(renderDocument({ ...request, composition })).not.toHaveProperty('trustedTypes');
});

test('sets the theme before the first paint', () => {
  const { html, inlineScripts } = renderDocument(request);
  expect(inlineScripts).toHaveLength(2);
  expect(inlineScripts[1]).toContain('data-theme');
  expect(html.indexOf(inlineScripts[1] ?? '?')).toBeLessThan(html.indexOf('main.js'));
});

test.each([
  ['/login', 200],
  ['/register/', 200],
  ['/nowhere', 404],
])('answers %s, which no remote owns, with %i', (pathname, status) => {
  expect(renderDocument({ ...request, pathname }).status).toBe(status);
});

test.each([
  ['/', false],
  ['/login', true],
  ['/nowhere', true],
])('marks %s as private: %p', (pathname, isPrivate) => {
  expect(renderDocument({ ...request, pathname }).isPrivate).toBe(isPrivate);
});

test('carries the telemetry tag only for a page that sends beacons', () => {
  expect(renderDocument(request).html).not.toContain('id="telemetry"');
  const { html } = renderDocument({ ...request, telemetry: { group: 'canary', isCompared: true } });
  const [, json = ''] = html.match(/id="telemetry">(.*?)<\/script>/) ?? [];
  expect(JSON.parse(json)).toEqual({ group: 'canary', isCompared: true });
});

test('a browser without scripts requests an open page without content again, and no other page', () => {
  const refresh = '<noscript><meta http-equiv="refresh" content="3"></noscript>';
  expect(renderDocument(request).html).toContain(refresh);
  expect(renderDocument({ ...request, pathname: '/login' }).html).not.toContain('http-equiv');
});
