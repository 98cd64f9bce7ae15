import { aComposition } from '@shop/testing/a-composition';
import { PageRounds } from './page-rounds';
import type { Renderer } from './renderer';
import { patientLimits } from './testing/page-shop';

const api = 'http://localhost:8044/api/v1';
const request = {
  composition: aComposition([]),
  pathname: '/',
  hostname: 'localhost',
  settings: {},
  route: null,
  search: '',
};

it.each([
  ['more reads than the gateway sends', Array.from({ length: 41 }, (_, index) => `${api}/${index}`)],
  ['an address that the gateway does not read', [`${api}/${'x'.repeat(2000)}`]],
])('a page with %s takes one call from its second time on', async (_what, urls) => {
  let calls = 0;
  const call = async (_name: string, { data }: { data: [string, unknown][] }) => {
    calls++;
    const known = new Map(data);
    const missing = urls.filter((url) => !known.has(url));
    return missing.length > 0
      ? { kind: 'needs', urls: missing, read: [] }
      : { kind: 'redirect', location: '/', read: urls };
  };
  const renderer = { call, isPrepared: true, answeredCalls: 10, shell: null } as unknown as Renderer;
  const rounds = new PageRounds(async () => Promise.reject(new Error('none')), patientLimits);
  const countCalls = async () => {
    calls = 0;
    await rounds.render((work) => work(renderer), request);
    return calls;
  };
  expect([await countCalls(), await countCalls()]).toEqual([2, 1]);
});
