import type { Release } from '../release/release';
import { createPromotionCheck } from '../smoke-test/smoke-test.gate';
import type { PolicyRules } from '../state/environment';
import { resolveComposition } from '../state/resolve-composition';
import { createFakeRelease, publishBuild } from '../testing/fake-build';
import { checkGate } from '../testing/gate-fixture';
import { createTestEnvironment } from '../testing/test-environment';
import { createEmptyShop, publishFake } from '../testing/test-shop';
import { createSlotsGate } from './slots.gate';

const build = {
  app: 'mf-reviews',
  version: '0.1.0',
  paths: { reviews: '/reviews/:id' },
  slots: { 'product.below': { order: 100 } },
  links: { 'footer.links': [{ text: 'Reviews', to: '/reviews/new?from=footer', order: 10 }] },
};
const reviews = createFakeRelease(build);

/** Publishes a shell and the remote to a new store. */
async function publishReviews() {
  const { store } = createEmptyShop();
  const [shell, remote] = [await publishFake(store, 'shell'), await publishBuild(store, build)];
  return { store, shell, remote };
}

const check = (remotes: Release[], rules?: PolicyRules['slots']) => checkGate(createSlotsGate(rules), { remotes });

const createFiller = (app: string, order: number): Release => {
  const files = { files: [], lazyShared: [] };
  const { links: _, ...release } = reviews;
  return { ...release, app, slots: { 'product.below': { order, ...files } } };
};

it('accepts a filler and a link of any app without a rule', async () => {
  expect(await check([reviews])).toEqual([]);
});

it('composes the files of a slot and the links of a remote', async () => {
  const { store, shell, remote } = await publishReviews();
  const pinned = { schema: 1 as const, env: 'test', seq: 1, shell, remotes: [remote] };
  const { composition } = await resolveComposition(store, pinned);
  const base = `/r/mf-reviews/0.1.0-${remote.digest}/`;
  const integrity = expect.stringMatching(/^sha256-/);
  expect(composition.remotes[0]).toMatchObject({
    slots: [
      {
        name: 'product.below',
        order: 100,
        preloads: [{ url: `${base}product.below.js`, integrity }],
        styles: [{ url: `${base}product.below.css`, integrity }],
      },
    ],
    links: [{ slot: 'footer.links', text: 'Reviews', to: '/reviews/new?from=footer', order: 10 }],
  });
});

it('rejects a slot that the shop does not have, and lists its slots', async () => {
  const slots = { 'product.bottom': { order: 1, files: [], lazyShared: [] } };
  expect(await check([{ ...reviews, slots }])).toEqual([
    {
      app: 'mf-reviews',
      problem: 'version 0.1.0 fills product.bottom, which the shop does not have',
      remedy: 'choose a slot for components: product.below, cart.summary, home.section, screen.suggestions',
    },
  ]);
  expect(await check([{ ...reviews, slots: { 'footer.links': { order: 1, files: [], lazyShared: [] } } }])).toEqual([
    expect.objectContaining({
      problem: 'version 0.1.0 fills footer.links, which takes links, not components',
      remedy: 'declare it in `links` of src/slots.ts',
    }),
  ]);
});

it('rejects an app to which the release policy does not leave the slot', async () => {
  expect(await check([reviews], { 'product.below': ['mf-ratings'], 'footer.links': [] })).toEqual([
    {
      app: 'mf-reviews',
      problem: 'version 0.1.0 fills product.below, which the release policy leaves to mf-ratings',
      remedy: 'remove it from src/slots.ts, or have mf-reviews added to slots["product.below"] of the release policy',
    },
    expect.objectContaining({
      problem: 'version 0.1.0 adds the link "Reviews" to footer.links, which the release policy leaves to no app',
    }),
  ]);
});

it('rejects fillers that are not in the order of the release policy', async () => {
  const [ratings, offers] = [createFiller('mf-ratings', 50), createFiller('mf-offers', 20)];
  const rules = { 'product.below': ['mf-ratings', 'mf-offers'] };
  expect(await check([ratings, offers], rules)).toEqual([
    {
      app: 'mf-ratings',
      problem: 'version 0.1.0 fills product.below after mf-offers, and the release policy puts it first',
      remedy: 'give it an order below 20 in src/slots.ts',
    },
  ]);
  expect(await check([createFiller('mf-ratings', 10), offers], rules)).toEqual([]);
});

it('is one of the standard gates, with the rules of the environment', async () => {
  const loadRules = async () => ({ slots: { 'product.below': ['mf-ratings'] }, connect: {} });
  const { store, shell, remote } = await publishReviews();
  const check = createPromotionCheck({ ...createTestEnvironment(store), loadRules }, [], async () => []);
  const findings = await check({ next: { shell, remotes: [remote] }, state: null });
  expect(findings.filter(({ gate }) => gate === 'slots')).toEqual([
    expect.objectContaining({ app: 'mf-reviews', problem: expect.stringContaining('leaves to mf-ratings') }),
  ]);
});

it.each([-1, 1.5, 1000])('rejects the order %d', async (order) => {
  expect(await check([createFiller('mf-reviews', order)])).toEqual([
    expect.objectContaining({ problem: `version 0.1.0 fills product.below, with the order ${order}` }),
  ]);
});

it.each([
  ['https://other.example/', 'Reviews', 'which leads to https://other.example/'],
  ['javascript:alert(1)', 'Reviews', 'which leads to javascript:alert(1)'],
  ['//other.example/reviews/1', 'Reviews', 'which leads to //other.example/reviews/1'],
  ['/reviews', 'Reviews', 'which leads to /reviews, and no remote owns that path'],
  ['/reviews/1', '', 'whose text cannot be shown'],
  ['/reviews/1', 'Reviews\n', 'whose text cannot be shown'],
  ['/reviews/1', 'Everything that our shoppers say', 'whose text cannot be shown'],
])('rejects a link to %s with the text %j', async (to, text, reason) => {
  const links = { 'header.navigation': [{ text, to, order: 1 }] };
  expect(await check([{ ...reviews, links }])).toEqual([
    expect.objectContaining({
      app: 'mf-reviews',
      problem: `version 0.1.0 adds the link "${text}" to header.navigation, ${reason}`,
    }),
  ]);
});
