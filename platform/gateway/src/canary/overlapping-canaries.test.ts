import { randomUUID } from 'node:crypto';
import { promote } from '@shop/releases/actions/promote';
import { rollout } from '@shop/releases/actions/rollout';
import { passingGates } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { publishFake } from '../testing/publish-fake';
import { closeTestGateways, createEchoShell, getCookie, openTestGateway } from '../testing/test-gateway';
import { drawCanaries } from './canary-assignment';

afterEach(closeTestGateways);

/** Standard deviations that a share may differ. By chance, a normal variable exceeds five once in 1.7 million draws. */
const maxDeviations = 5;

/** Opens a shop with shell and three remotes, and starts canaries of the remotes. */
async function openShop(shares: Record<string, number>) {
  const shop = await openTestGateway({ settings: { regionHeader: 'x-region' } });
  const publishApp = (app: string, version: string) => {
    const server = app === 'shell' ? createEchoShell('live') : 'exports.routes = {}';
    return publishFake(shop.environment.store, { app, version, content: version, server });
  };
  const apps = ['shell', 'mf-a', 'mf-b', 'mf-c'];
  const releases = await Promise.all(apps.map((app) => publishApp(app, '1.0.0')));
  await promote(shop.environment, releases, { by: 'asha', reason: 'opening' }, passingGates);
  for (const [app, canaryShare] of Object.entries(shares)) {
    const release = await publishApp(app, '2.0.0');
    await promote(shop.environment, [release], { by: app, reason: 'canary' }, { ...passingGates, canaryShare });
  }
  const count = Object.keys(shares).length;
  await waitUntil(() => shop.watcher.canaries().length === count, { message: 'the gateway serves every canary' });
  /** Finds the apps whose canaries the visitor of a response gets. */
  const getCanaries = (seq: number): string => {
    const { watcher } = shop;
    const compositions = watcher.canaries().flatMap(({ composition, pairs }) => [composition, ...pairs.values()]);
    const found = [watcher.current(), ...compositions].find((served) => served?.composition.seq === seq);
    const changed = found?.composition.remotes.filter(({ version }) => version === '2.0.0') ?? [];
    return changed.map(({ name }) => name.slice(3)).join('');
  };
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await shop.get('/-/composition', headers);
    return { canaries: getCanaries(response.json().seq), cookie: headers.cookie ?? getCookie(response) };
  };
  const raise = async (app: string, share: number) => {
    await rollout(shop.environment, share, { by: app, reason: 'more' }, { ...passingGates, canary: { app } });
    await waitUntil(() => shop.watcher.canaries().some((canary) => canary.share === share), {
      message: `the canary of ${app} has a share of ${share}`,
    });
  };
  return { ...shop, ask, raise };
}

test('a visitor keeps every canary while the shares rise, and is in two at most', async () => {
  const { ask, raise } = await openShop({ 'mf-a': 20, 'mf-b': 20, 'mf-c': 20 });
  let before = await Promise.all(Array.from({ length: 150 }, () => ask()));
  for (const [app, share] of [
    ['mf-c', 60],
    ['mf-a', 70],
    ['mf-b', 80],
    ['mf-a', 100],
  ] as const) {
    await raise(app, share);
    const after = await Promise.all(before.map(({ cookie }) => ask({ cookie })));
    const lost = before.filter(({ canaries }, index) =>
      [...canaries].some((name) => !after[index]?.canaries.includes(name)),
    );
    expect(lost).toEqual([]);
    before = after;
  }
  expect(new Set(before.map(({ canaries }) => canaries.length))).toEqual(new Set([1, 2]));
});

describe('the comparison of a canary', () => {
  const createCanary = (id: string, share: number, change: number) => ({
    ...{ id, share, salt: `salt of ${id}` },
    steps: [{ share, change }],
  });
  const canaries = [createCanary('a', 30, 2), createCanary('b', 50, 3), createCanary('c', 60, 4)];
  const draws = Array.from({ length: 20_000 }, () => drawCanaries(randomUUID(), canaries, new Set()));

  it.each(['a', 'b', 'c'])('gives both groups of canary %s the same mixture of other canaries', (id) => {
    const getGroup = (group: 'control' | 'canary') =>
      draws.filter(({ compared }) => compared.some((entry) => entry.canary === id && entry.group === group));
    const [inside, outside] = [getGroup('canary'), getGroup('control')];
    for (const other of canaries.filter((canary) => canary.id !== id)) {
      const countOther = (group: typeof draws) =>
        group.filter(({ selected }) => selected.some((canary) => canary.id === other.id)).length;
      const [x, y] = [countOther(inside) / inside.length, countOther(outside) / outside.length];
      const pooled = (countOther(inside) + countOther(outside)) / (inside.length + outside.length);
      const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / inside.length + 1 / outside.length));
      expect(Math.abs(x - y)).toBeLessThan(maxDeviations * deviation);
    }
  });

  it('counts only visitors for whom at most one other canary was drawn, and every counted visitor of a canary has it', () => {
    for (const { selected, compared } of draws) {
      expect(selected.length).toBeLessThanOrEqual(2);
      for (const { canary, group } of compared) {
        expect(selected.some(({ id }) => id === canary)).toBe(group === 'canary');
      }
    }
  });

  it('leaves out the visitors whom a list gives the canary', () => {
    const { selected, group, compared } = drawCanaries('visitor', canaries.slice(0, 2), new Set(['a']));
    expect(selected.some(({ id }) => id === 'a')).toBe(true);
    expect(group).toBe('listed');
    expect(compared.map(({ canary }) => canary)).toEqual(['b']);
  });
});
