import { createHash } from 'node:crypto';
import { composeDocument, type PageContent } from '../document/render-document';
import { documentComposition as composition, integrity } from '../testing/document-composition';
import { pageLoaderScript } from './script-elements';

const request = { composition, pathname: '/', hostname: 'localhost', settings: {} };
const content: PageContent = {
  ...{ head: '', body: '<h1>Shop</h1>', handedOver: {}, styleSheets: {}, isFrame: false },
  slots: [],
};
const readScripts = (html: string) => JSON.parse(/id="scripts">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

test('a rendered page requests its scripts through the page loader only', () => {
  const { html } = composeDocument(request, content);
  expect(html).not.toMatch(/<script[^>]* src=|rel="preload" as="script"/);
  expect(readScripts(html)).toEqual({
    entry: { url: '/r/shell/1-d/main.js', integrity },
    preloads: [
      { url: '/r/mf-catalog/1-d/remote-entry.js', integrity },
      { url: '/r/mf-catalog/1-d/home.js', integrity },
    ],
  });
});

test.each([
  ['a rendered page', content],
  ['a document without content', null],
])(
  '%s requests the scripts of slots when its composition has fillers, and the page gets no list of them',
  (_, page) => {
    const file = { url: '/r/shell/1-d/slots.js', integrity } as const;
    const filled = { ...composition, shell: { ...composition.shell, slotScripts: [file] } };
    const { html } = composeDocument({ ...request, composition: filled }, page);
    expect(html.split(file.url)).toHaveLength(2);
    if (page) expect(readScripts(html).preloads[0]).toEqual(file);
    else
      expect(html).toContain(
        `<link rel="preload" as="script" href="${file.url}" crossorigin integrity="${integrity}">`,
      );
    expect(composeDocument(request, page).html).not.toContain('slots.js');
  },
);

test('a frame requests its scripts in the head, and holds early input', () => {
  const { html } = composeDocument(request, { ...content, isFrame: true });
  expect(html).toContain('<script src="/r/shell/1-d/main.js" defer');
  expect(readScripts(html)).toEqual({ entry: null, preloads: [] });
});

test('a document without content has no page loader', () => {
  const { html, inlineScripts } = composeDocument(request, null);
  expect(html).not.toContain(pageLoaderScript);
  expect(inlineScripts).not.toContain(pageLoaderScript);
});

test('every inline script of a rendered page is listed for the content security policy', () => {
  const { html, inlineScripts } = composeDocument(request, content);
  const inline = [...html.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)].map(([, text]) => text);
  expect(inline).toHaveLength(4);
  const hash = (text = '') => createHash('sha256').update(text).digest('base64');
  expect(inlineScripts.map(hash).sort()).toEqual(inline.map(hash).sort());
});

test('the page loader is one expression that uses nothing from outside', () => {
  expect(() => new Function(pageLoaderScript)).not.toThrow();
  expect(pageLoaderScript).not.toMatch(/require|import|exports|_interop|<\//);
});
