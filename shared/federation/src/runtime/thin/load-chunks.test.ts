import type { BundleRequire } from './build-data';
import { loadChunks } from './load-chunks';

type FakeElement = Record<'onload' | 'onerror', (() => void) | null> & Record<string, unknown>;

/** The elements that the page has requested. */
let requested: FakeElement[];
/** URLs of the style sheets of the document. */
let sheets: string[];

beforeEach(() => {
  requested = [];
  sheets = [];
  const document = {
    createElement: (tag: string) => ({ tag, onload: null, onerror: null, remove: () => undefined }),
    head: { append: (element: FakeElement) => void requested.push(element) },
    querySelector: (selector: string) => sheets.find((url) => selector === `[data-href="${url}"]`) ?? null,
  };
  Object.assign(globalThis, { document });
});
afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

/** Creates a bundle with the chunk 1, which has a style sheet, and the chunk 2 without one. */
function createBundle() {
  const bundle: BundleRequire = {
    p: 'https://shop.test/r/',
    m: {},
    c: {},
    f: {},
    u: (id) => `${id}.js`,
    miniCssF: (id) => `${id}.css`,
    sriHashes: { 1: 'sha256-script1', 2: 'sha256-script2' },
    sriExtractCssHashes: { 1: 'sha256-sheet' },
  };
  loadChunks(bundle, 'mf_test');
  const load = (id: number) => {
    const promises: Promise<unknown>[] = [];
    for (const kind of ['j', 'miniCss'] as const) bundle.f?.[kind]?.(id, promises);
    return Promise.all(promises);
  };
  return { bundle, load };
}

const finish = () => {
  for (const { onload } of requested.splice(0)) onload?.();
};

it('requests script and style sheet of a chunk with the hashes of the entry, each once', async () => {
  const { load } = createBundle();
  const loading = [load(1), load(1), load(2)];
  expect(requested.map(({ src, href, integrity, crossOrigin }) => [src ?? href, integrity, crossOrigin])).toEqual([
    ['https://shop.test/r/1.js', 'sha256-script1', 'anonymous'],
    ['https://shop.test/r/1.css', 'sha256-sheet', 'anonymous'],
    ['https://shop.test/r/2.js', 'sha256-script2', 'anonymous'],
  ]);
  finish();
  await Promise.all(loading);
  await load(1);
  expect(requested).toEqual([]);
});

it('requests no style sheet that the document has', async () => {
  const { load } = createBundle();
  sheets = ['https://shop.test/r/1.css'];
  const loading = load(1);
  expect(requested.map(({ tag }) => tag)).toEqual(['script']);
  finish();
  await loading;
});

it('names the file that does not load, and requests it again', async () => {
  const { load } = createBundle();
  const loading = load(2);
  requested.splice(0)[0]?.onerror?.();
  await expect(loading).rejects.toMatchObject({ request: 'https://shop.test/r/2.js' });
  const again = load(2);
  expect(requested).toHaveLength(1);
  finish();
  await again;
});

it('adds the modules that a script pushes', () => {
  const { bundle } = createBundle();
  const page = globalThis as unknown as Record<string, unknown[]>;
  const define = () => undefined;
  page.rspackChunkmf_test?.push([[1], { 7: define }]);
  expect(bundle.m).toEqual({ 7: define });
});

it('gives a chunk to every bundle of an entry that ran twice, because the page may use either', () => {
  const bundles = [createBundle().bundle, createBundle().bundle];
  const page = globalThis as unknown as Record<string, { push: (chunk: unknown) => void }>;
  page.rspackChunkmf_test?.push([[1], { screen: 'the module' }]);
  expect(bundles.map(({ m }) => m)).toEqual([{ screen: 'the module' }, { screen: 'the module' }]);
});
