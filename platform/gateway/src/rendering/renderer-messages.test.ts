import { listReads, parseRenderedPage, parseShell } from './renderer-messages';

const base = '/r/shell/1.0.0-0123456789ab/';
const devBase = 'http://127.0.0.1:3100/';
const describeShell = (favicon: string) => ({
  rendersPages: true,
  wellKnown: { favicon, serviceWorker: '' },
  inlineScripts: null,
});

test.each([
  [base, `${base}assets/favicon.png`],
  [devBase, `${devBase}assets/favicon.png`],
])('the icon of a shell is a file below %s', (address, favicon) => {
  expect(parseShell(describeShell(favicon), address).wellKnown?.favicon).toBe(favicon);
});

test.each([
  'https://evil.example/favicon.png',
  '//evil.example/favicon.png',
  '/r/mf-cart/1.0.0-0123456789ab/favicon.png',
  `${base}../../../checkout`,
  `${base}%2e%2e/checkout`,
  `${base}favicon.png?to=//evil.example`,
  `${base}favicon.png\r\nset-cookie: a=b`,
  'favicon.png',
  '',
])('an icon elsewhere is refused: %j', (favicon) => {
  expect(() => parseShell(describeShell(favicon), base)).toThrow('is not one of its files');
});

test('a shell without an icon has none', () => {
  const shell = { rendersPages: false, wellKnown: null, inlineScripts: null };
  expect(parseShell(shell, base)).toEqual(shell);
});

describe('lists of a process', () => {
  /** Creates a list that is longer than it may be, and counts the reads of its items. */
  const createEndless = () => {
    const reads: PropertyKey[] = [];
    const get = (list: unknown[], key: string | symbol) => {
      if (/^\d+$/.test(String(key))) reads.push(key);
      return Reflect.get(list, key);
    };
    return { reads, list: new Proxy(new Array(20_000).fill(''), { get }) };
  };
  const document = { status: 200, html: '', inlineScripts: [], apiOrigin: '' };
  const refused = { kind: 'not-rendered', cause: 'composition' };

  it.each<[string, (list: unknown[]) => object]>([
    ['addresses that a page needs', (urls) => ({ kind: 'needs', urls })],
    ['inline scripts', (inlineScripts) => ({ kind: 'page', document: { ...document, inlineScripts } })],
    ['policies of Trusted Types', (trustedTypes) => ({ kind: 'page', document: { ...document, trustedTypes } })],
  ])('are refused before their items are read: %s', (_what, create) => {
    const { reads, list } = createEndless();
    expect(parseRenderedPage(create(list))).toMatchObject(refused);
    expect(reads).toEqual([]);
  });

  it('may have the addresses of 5,000 requests', () => {
    const urls = Array.from({ length: 5000 }, (_, index) => `http://localhost:8044/api/v1/${index}`);
    expect(parseRenderedPage({ kind: 'needs', urls })).toEqual({ kind: 'needs', urls });
  });

  it('are cut where the gateway does not need all of them', () => {
    const slotFailures = new Array(30).fill({ app: 'mf-a', version: '1', slot: 'a', reason: 'x' });
    const page = parseRenderedPage({ kind: 'page', document, slotFailures });
    expect(page).toMatchObject({ kind: 'page', slotFailures: { length: 20 } });
  });

  it('of addresses that a page has read are bounded', () => {
    expect(listReads({ read: new Array(20_000).fill('') })).toEqual([]);
  });
});

describe('a page whose address a client has made long', () => {
  const long = `/product/${'a'.repeat(8000)}`;

  it('may need data of a long address', () => {
    const needs = { kind: 'needs', urls: [`http://localhost:8044/api/v1${long}`] };
    expect(parseRenderedPage(needs)).toEqual(needs);
  });

  it.each([
    ['a path of the shop, which is no failure of the composition', long, 'unsupported'],
    ['another shop', `//evil.example${long}`, 'composition'],
  ])('may redirect to %s', (_what, location, cause) => {
    expect(parseRenderedPage({ kind: 'redirect', location })).toMatchObject({ kind: 'not-rendered', cause });
  });
});
