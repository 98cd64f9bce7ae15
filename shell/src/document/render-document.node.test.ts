import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { createTexts } from '@shop/language/texts';
import type { ComposedRemote, DocumentComposition, RemoteVersion } from '@shop/remote-contract/composition';
import { documentComposition as composition, integrity } from '../testing/document-composition';
import { createPageLoaderScript, entryRecoveryScript } from './elements';
import { failedSheetsScript } from './inline-scripts';
import { listInlineScripts, type RenderedContent, renderDocument } from './render-document';

const request = { composition, pathname: '/', hostname: 'localhost', settings: { orderAmounts: 'dollar' as const } };
const content: RenderedContent = {
  head: '',
  body: '<h1>Shop</h1>',
  transferred: {},
  styleSheets: {},
  texts: {},
  slots: [],
  isFrame: false,
};
const readScripts = (html: string) => JSON.parse(/id="scripts">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

test('requests the shell, the remote’s entry and its first screen at once, each with its hash', () => {
  const { html, status } = renderDocument(request);
  expect(status).toBe(200);
  expect(html).toContain(
    `<script src="/r/shell/1-d/main.js" data-entry defer crossorigin integrity="${integrity}"></script>`,
  );
  for (const url of ['/r/mf-catalog/1-d/remote-entry.js', '/r/mf-catalog/1-d/home.js']) {
    expect(html).toContain(`<link rel="preload" as="script" href="${url}" crossorigin integrity="${integrity}">`);
  }
});

test.each([
  ['without content', null],
  ['with content', content],
])('a document %s has the recovery of its entry once, at its end, where it delays no paint', (_case, page) => {
  const { html } = renderDocument(request, page);
  const [before = '', after, ...more] = html.split(`<script>${entryRecoveryScript}</script>`);
  expect([after?.trim(), more]).toEqual(['</body>\n</html>', []]);
  expect(before).toContain('main.js');
  expect(html).toContain('<template id="entry-failed">');
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
  expect(trustedTypes).toEqual(['default', 'mf-catalog']);
  expect(html.indexOf('<script')).toBe(html.indexOf(`<script>${inlineScripts[0]}`));
  expect(inlineScripts[0]).toContain('createPolicy("default"');
  const development = { ...composition, env: 'development' };
  expect(renderDocument({ ...request, composition: development })).not.toHaveProperty('trustedTypes');
});

test('sets the theme before the first paint', () => {
  const { html, inlineScripts } = renderDocument(request);
  expect(inlineScripts).toHaveLength(4);
  expect(inlineScripts[1]).toContain('data-theme');
  expect(html.indexOf(inlineScripts[1] ?? '?')).toBeLessThan(html.indexOf('main.js'));
});

test('marks style sheets that do not load from the first one on', () => {
  const styles = [{ url: '/r/shell/1-d/main.css', integrity } as const];
  const shell = { ...composition.shell, styles };
  const { html } = renderDocument({ ...request, composition: { ...composition, shell } });
  const [before = '', after] = html.split('<link rel="stylesheet" href="/r/shell/1-d/main.css"');
  expect(after).toBeDefined();
  expect(before).toContain(failedSheetsScript);
});

/** A composition whose remote also owns the pages of a policy, a page of a shopper and the page of unknown addresses. */
function withPaths() {
  const [remote] = composition.remotes;
  if (!remote) throw new Error('The composition has no remote');
  const policy = { id: 'policy', pattern: '/:slug', access: 'open', known: { slug: ['terms'] } } as const;
  const notFound = { id: 'not-found', pattern: '/404', access: 'open', status: 404 } as const;
  const product = { id: 'product', pattern: '/product/:id', access: 'open' } as const;
  const account = { id: 'account', pattern: '/account', access: 'signed-in' } as const;
  return { ...composition, remotes: [{ ...remote, paths: [...remote.paths, policy, notFound, product, account] }] };
}

test.each([
  ['/', 200, false],
  ['/login', 200, true],
  ['/register/', 200, true],
  ['/nowhere/at/all', 404, true],
  ['/terms', 200, false],
  ['/TERMS', 404, true],
  ['/nonsense', 404, true],
  ['/404', 404, true],
  ['/product/x', 200, false],
  ['/account', 200, true],
])('the document of %s has the status %i, and is private: %p [R.01-4]', (pathname, status, isPrivate) => {
  expect(renderDocument({ ...request, composition: withPaths(), pathname })).toMatchObject({ status, isPrivate });
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

test('a rendered page requests its scripts through the page loader only', () => {
  const { html } = renderDocument(request, content);
  expect(html).not.toMatch(/<script[^>]* src=|rel="preload" as="script"/);
  expect(readScripts(html)).toEqual({
    entry: { url: '/r/shell/1-d/main.js', integrity },
    preloads: [
      { url: '/r/mf-catalog/1-d/remote-entry.js', integrity },
      { url: '/r/mf-catalog/1-d/home.js', integrity },
    ],
  });
});

test('a rendered page shows the count of the cart before its first paint, which waits for the composition', () => {
  const { html, inlineScripts } = renderDocument(request, content);
  expect(html).toContain('<link rel="expect" href="#composition" blocking="render">');
  const loader = inlineScripts.find((text) => text.includes('early')) ?? '?';
  expect(html.indexOf(loader)).toBeGreaterThan(html.indexOf('id="root"'));
  expect(html.indexOf(loader)).toBeLessThan(html.indexOf('id="composition"'));
});

test('a late font of headings shows in a rendered page, and in no page of a shopper', () => {
  const displays = (html: string) =>
    [...html.matchAll(/family:"(\w+)";src:url[^}]*display:(\w+)/g)].map(([, ...face]) => face);
  expect(displays(renderDocument(request, content).html)).toContainEqual(['Fraunces', 'swap']);
  expect(displays(renderDocument(request, content).html)).toContainEqual(['Figtree', 'optional']);
  expect(displays(renderDocument(request, { ...content, isFrame: true }).html)).not.toContainEqual([
    'Fraunces',
    'swap',
  ]);
});

test('a frame requests its scripts in the head, and holds early input', () => {
  const { html } = renderDocument(request, { ...content, isFrame: true });
  expect(html).toContain('<script src="/r/shell/1-d/main.js" data-entry defer');
  expect(readScripts(html)).toEqual({ entry: null, preloads: [] });
});

test('every inline script of a rendered page is listed for the content security policy', () => {
  const { html, inlineScripts } = renderDocument(request, content);
  const inline = [...html.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)].map(([, text]) => text);
  expect(inline).toHaveLength(6);
  const hash = (text = '') => createHash('sha256').update(text).digest('base64');
  expect(inlineScripts.map(hash).sort()).toEqual(inline.map(hash).sort());
});

test('every inline script of a document is in the list for the gateway, in every language, whatever texts a remote has', () => {
  const ofShell = { 'Added to cart': 'कार्ट में जोड़ा गया', 'Your cart': 'आपका कार्ट' };
  const ofRemote = Object.fromEntries(Object.keys(ofShell).map((text) => [text, 'alert(1)']));
  const shell = { ...composition.shell, languages: ['hi'] };
  const both = { ...request, composition: { ...composition, shell } };
  const texts = { '/r/shell/1-d/texts/shell.hi.json': ofShell, '/r/mf-catalog/1-d/texts/home.hi.json': ofRemote };
  const documents = [
    renderDocument(both),
    renderDocument(both, content),
    renderDocument({ ...both, language: 'hi' }),
    renderDocument({ ...both, language: 'hi' }, { ...content, texts }),
  ];
  const listed = listInlineScripts({ hi: ofShell });
  for (const { inlineScripts } of documents) expect(listed).toEqual(expect.arrayContaining(inlineScripts));
  expect(listed).toHaveLength(8);
  expect(listInlineScripts({})).toEqual(expect.arrayContaining(renderDocument(request, content).inlineScripts));
});

test.each([
  ['page loader', createPageLoaderScript(createTexts({ code: 'en', catalog: {} }))],
  ['recovery of the entry', entryRecoveryScript],
])('the %s is one expression that uses nothing from outside', (_name, script) => {
  expect(() => new Function(script)).not.toThrow();
  expect(script).not.toMatch(/require\(|import|exports|_interop|<\//);
});

test('a document in Hindi names its language, carries its texts and requests its font', () => {
  const texts = { '/r/shell/1-d/texts/shell.hi.json': { Cart: 'कार्ट', 'Try Again': 'फिर कोशिश करें' } };
  const shell = { ...composition.shell, languages: ['hi'] };
  const remotes = composition.remotes.map((remote) => ({ ...remote, languages: ['hi'] }));
  const both = { ...request, composition: { ...composition, shell, remotes } };
  const hindi = renderDocument({ ...both, language: 'hi' }, { ...content, texts }).html;
  expect(hindi).toContain('<html lang="hi-IN">');
  expect(hindi).toContain('<a href="" style="color:inherit">फिर कोशिश करें</a>');
  expect(JSON.parse(/id="texts">(.*?)<\/script>/.exec(hindi)?.[1] ?? '')).toEqual(texts);
  expect(hindi.match(/unicode-range:U\+900-97F/g)).toHaveLength(2);
  expect(JSON.parse(/id="composition">(.*?)<\/script>/.exec(hindi)?.[1] ?? '').remotes[0].languages).toEqual(['hi']);
  const english = renderDocument(both, content).html;
  expect(english).toContain('<html lang="en-IN">');
  for (const text of ['id="texts"', 'U+900', '"languages":["hi"]},"paths']) expect(english).not.toContain(text);
});

test('a document in a language that is written from right to left says so', () => {
  expect(renderDocument({ ...request, language: 'ur' }).html).toContain('<html lang="ur-IN" dir="rtl">');
});

describe('the versions of remotes in a document', () => {
  const hex = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
  /** A remote with its previous version, as a gateway composes it. */
  const composeRemote = (name: string, pattern: string): ComposedRemote => {
    const compose = (version: string): RemoteVersion => ({
      name,
      version,
      digest: hex(name + version),
      base: `/r/${name}/${version}-${hex(name + version)}/`,
      entry: {
        path: `remote-entry.${hex(`file ${name}${version}`).slice(0, 8)}.js`,
        integrity: `sha256-${createHash('sha256').update(`hash ${name}${version}`).digest('base64')}`,
      },
      global: `${name}_${version}`.replace(/\W/g, '_'),
    });
    const path = { id: name.replace('mf-', ''), pattern, access: 'open' } as const;
    return { ...compose('1.1.0'), previous: compose('1.0.0'), paths: [path] };
  };
  const words = ['deals', 'gifts', 'stores', 'careers', 'recipes', 'loyalty', 'returns', 'reviews', 'registry'];
  const additional = words.flatMap((word) =>
    ['', '-city', '-help', '-offers', '-team'].map((end) => composeRemote(`mf-${word}${end}`, `/${word}${end}`)),
  );
  const base = [composeRemote('mf-catalog', '/'), composeRemote('mf-cart-checkout', '/cart')];
  const remoteVersions = { url: '/-/remotes/abc', integrity } as const;
  const render = (remotes: ComposedRemote[], pathname = '/') =>
    renderDocument({ ...request, composition: { ...composition, remotes }, pathname, remoteVersions }).html;
  const readPage = (html: string): DocumentComposition =>
    JSON.parse(html.match(/id="composition">(.*?)<\/script>/)?.[1] ?? '');

  test('are those of the page and of the pages that the shell links to, and every path is there', () => {
    const page = readPage(render([...base, ...additional], '/deals'));
    expect(page.versions).toEqual(remoteVersions);
    expect(page.remotes.filter(({ entry }) => entry).map(({ name }) => name)).toEqual([
      ...['mf-catalog', 'mf-cart-checkout', 'mf-deals'],
    ]);
    expect(page.remotes.flatMap(({ paths }) => paths).map(({ pattern }) => pattern)).toEqual([
      ...['/', '/cart'],
      ...additional.map(({ paths: [path] }) => path?.pattern),
    ]);
  });

  test('are all there when the gateway serves no file, or when no remote is omitted', () => {
    const { html } = renderDocument({ ...request, composition: { ...composition, remotes: [...base, ...additional] } });
    const page = readPage(html);
    expect([page.versions, page.remotes.every(({ entry }) => entry)]).toEqual([undefined, true]);
    expect(readPage(render(base)).versions).toBeUndefined();
  });

  test('of 45 more remotes add at most 500 bytes in brotli and 5 KB in text to a document', () => {
    const getSizes = (remotes: ComposedRemote[]) => {
      const html = render(remotes);
      return [html.length, brotliCompressSync(html).length] as const;
    };
    const [few, many] = [getSizes(base), getSizes([...base, ...additional])];
    expect(many[0] - few[0]).toBeLessThanOrEqual(5 * 1024);
    expect(many[1] - few[1]).toBeLessThanOrEqual(500);
  });
});
