import type { AppReleases, HistoryPage } from '@shop/releases/service-api/responses';
import { canary, createTestConsole, env, policy } from '../testing/test-console';

test('releases, live apps, requests and the history link commits by the policy', async () => {
  const links = { commit: 'https://git.example/shop/-/commit/{commit}' };
  const environments = { production: { approvals: { 'mf-payment': 1 } } };
  const { asha, ravi } = await createTestConsole({ policy: { ...policy, links, environments } });
  const source = { commit: 'c0ffee1', commitUrl: 'https://git.example/shop/-/commit/c0ffee1' };
  const releases = (await asha.get('/api/releases')).json<AppReleases[]>();
  expect(releases.flatMap((app) => app.releases)[0]).toMatchObject(source);
  expect((await asha.state()).environments[0]?.apps[0]).toMatchObject(source);
  await asha.post('/api/promote', canary);
  const { entries } = (await asha.get(`/api/history?env=${env}`)).json<HistoryPage>();
  expect(entries[0]?.sources).toEqual([{ app: 'mf-a', version: '1.1.0', ...source }]);
  const moved = { releases: ['mf-payment@2.0.0'], removedApps: ['mf-a'], removedPaths: ['/pay'] };
  const request = { env, seq: 2, ...moved, reason: 'new' };
  const { approval } = (await ravi.post('/api/promote', request)).json();
  expect(approval.sources).toEqual([{ app: 'mf-payment', version: '2.0.0', ...source }]);
});

test('a policy with an address that has no placeholder is refused with one message', async () => {
  const { meera } = await createTestConsole();
  const links = { commit: 'https://git.example/shop' };
  const response = await meera.post('/api/policy', { policy: { ...policy, links }, replaces: 1, reason: 'links' });
  expect([response.statusCode, response.json().error]).toEqual([
    400,
    expect.stringContaining('links.commit: give an https address with {commit}, such as https://git.example/shop'),
  ]);
});
