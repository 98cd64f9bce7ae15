import { composeFakes } from '../testing/render-shop';
import { refreshFailedFile } from './refresh-failed-file';

const [remote] = composeFakes([
  { name: 'mf-cart-checkout', paths: [], load: () => Promise.reject(new Error()) },
]).remotes;
if (!remote) throw new Error('The composition has no remote.');
const base = new URL(remote.base, window.location.origin).href;
const entryUrl = `${base}entry.js`;
const pastCaches = { cache: 'reload', signal: expect.any(AbortSignal) };
const fetchFile = jest.fn(async () => ({ arrayBuffer: async () => new ArrayBuffer(0) }));
const realFetch = globalThis.fetch;

beforeEach(() => {
  fetchFile.mockClear();
  globalThis.fetch = fetchFile as unknown as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

it('requests the chunk that an error names past the caches', async () => {
  const reason = Object.assign(new Error('Loading chunk 7 failed.'), { request: `${base}cart.js` });
  await refreshFailedFile(reason, remote.base, entryUrl);
  expect(fetchFile.mock.calls).toEqual([[`${base}cart.js`, pastCaches]]);
});

it.each([
  ['names no file', new Error('no response')],
  ['names a file of another remote', Object.assign(new Error(), { request: 'https://other.example/r/a.js' })],
  ['is not an error', undefined],
])('requests the entry, if there is one, when the reason %s', async (_, reason) => {
  await refreshFailedFile(reason, remote.base);
  expect(fetchFile).not.toHaveBeenCalled();
  await refreshFailedFile(reason, remote.base, entryUrl);
  expect(fetchFile.mock.calls).toEqual([[entryUrl, pastCaches]]);
});

it('resolves when there is no response', async () => {
  fetchFile.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(refreshFailedFile(undefined, remote.base, entryUrl)).resolves.toBeUndefined();
});
