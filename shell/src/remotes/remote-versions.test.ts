import type { ComposedRemote, DocumentComposition, PathOwner } from '@shop/remote-contract/composition';
import { documentComposition, integrity } from '../testing/document-composition';
import { readComposition, VersionsGoneError } from './remote-versions';
import { createScreenRegistry } from './screen-registry';

const [catalog] = documentComposition.remotes as [ComposedRemote];
const extra = {
  version: '2.0.0',
  digest: 'e',
  base: '/r/mf-extra/2.0.0-e/',
  global: 'mf_extra_2',
  entry: { path: 'remote-entry.js', integrity: 'sha384-def' as const },
};
const versions = { url: '/-/remotes/abc', integrity } as const;
const page: DocumentComposition = {
  ...documentComposition,
  remotes: [catalog, { name: 'mf-extra', paths: [{ id: 'extra', pattern: '/extra', access: 'open' }] }],
  versions,
};

/** Opens a page whose requests for versions have these results. */
function openPage(results: (() => unknown)[]) {
  const requests: unknown[][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    requests.push(request);
    const result = results.shift()?.();
    if (result instanceof Error) throw result;
    return { ok: result !== 404, status: result === 404 ? 404 : 200, json: async () => result } as Response;
  });
  const { composition, completeRemote } = readComposition(page);
  const loaded: string[] = [];
  const failures: string[] = [];
  const screens = createScreenRegistry(
    async (remote) => {
      loaded.push(remote.base + remote.entry.path + remote.entry.integrity);
      return {
        routes: {
          home: async () => ({ screen: { Screen: () => null } }),
          extra: async () => ({ screen: { Screen: () => null } }),
        },
      };
    },
    1000,
    ({ name }) => failures.push(name),
    completeRemote,
  );
  const owners = composition.remotes.map((remote) => ({ remote, path: remote.paths[0] }) as PathOwner);
  const [known, omitted] = owners as [PathOwner, PathOwner];
  const open = async (owner: PathOwner) => (await screens.open(owner).result).kind;
  return { known, omitted, open, screens, requests, loaded, failures };
}

beforeAll(() => {
  globalThis.fetch ??= async () => Promise.reject(new Error('no network'));
});
afterEach(() => jest.restoreAllMocks());

it('loads a remote of the document without a request for versions', async () => {
  const { known, open, requests, loaded } = openPage([]);
  expect(await open(known)).toBe('ready');
  expect([requests, loaded]).toEqual([[], [`${catalog.base}remote-entry.js${integrity}`]]);
});

it('requests the omitted versions once, with their hash, before it loads one of these remotes', async () => {
  const { known, omitted, open, requests, loaded } = openPage([
    () => ({ 'mf-catalog': { version: '9' }, 'mf-extra': extra }),
  ]);
  expect(await Promise.all([open(omitted), open(omitted), open(known)])).toEqual(['ready', 'ready', 'ready']);
  expect(requests).toEqual([[versions.url, { integrity }]]);
  expect(loaded.sort()).toEqual([
    `${catalog.base}remote-entry.js${integrity}`,
    '/r/mf-extra/2.0.0-e/remote-entry.jssha384-def',
  ]);
  expect(known.remote.version).toBe(catalog.version);
});

it.each([
  ['the network fails or the hash differs', () => new TypeError('Failed to fetch'), TypeError],
  ['the gateway does not serve the composition any more', () => 404, VersionsGoneError],
])('shows a failure when %s, and asks again at a retry', async (_case, fail, reason) => {
  const { omitted, open, screens, requests, loaded, failures } = openPage([fail, () => ({ 'mf-extra': extra })]);
  expect(await open(omitted)).toBe('failed');
  expect(await screens.open(omitted).result).toMatchObject({ reason: expect.any(reason) });
  expect([failures, loaded]).toEqual([['mf-extra'], []]);
  screens.forgetFailure(omitted);
  expect(await open(omitted)).toBe('ready');
  expect(requests).toHaveLength(2);
});
