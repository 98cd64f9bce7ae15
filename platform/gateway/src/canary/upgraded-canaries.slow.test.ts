import { randomUUID } from 'node:crypto';
import { halt } from '@shop/releases/actions/rollout';
import { openSchema2Shop } from '@shop/releases/testing/schema-2-shop';
import { testAuthor } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, openTestGateway, type TestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const visitors: readonly string[] = Array.from({ length: 100 }, () => randomUUID());

const visitAll = ({ get }: TestGateway) =>
  Promise.all(
    visitors.map(async (id) => {
      const versions = (await get('/mf', { cookie: `visitor=${id}` })).json<Record<string, string>>();
      return `content ${versions['mf-content']}, cart ${versions['mf-cart']}`;
    }),
  );

test('gateways give a visitor the same canary of a HEAD of schema 2, and keep it when the signer writes the next one', async () => {
  const environment = openSchema2Shop();
  const gateways = await Promise.all([1, 2].map(() => openTestGateway({ environment, isInProcess: true })));
  const waitForHead = (seq: number) =>
    waitUntil(() => gateways.every(({ watcher }) => watcher.change() === seq), { message: `change ${seq} is served` });
  await waitForHead(6);
  const [first = [], second] = await Promise.all(gateways.map(visitAll));
  expect(second).toEqual(first);
  // The shares are 60 % and 50 %, of which the second canary has the rest.
  expect(new Set(first)).toEqual(new Set(['content 2.0.0, cart 1.0.0', 'content 1.0.0, cart 2.0.0']));
  await halt(environment, testAuthor, { app: 'mf-cart' });
  await waitForHead(7);
  const halted = first.map((versions) => versions.replace('cart 2', 'cart 1'));
  for (const gateway of gateways) {
    expect(await visitAll(gateway)).toEqual(halted);
    expect(gateway.errors).toEqual([]);
  }
});
