import { readPreview } from '@shop/releases/signed-links/preview';
import { createLiveShop } from '../testing/terminal';
import { formatPullRequestReport, type PullRequestReport } from './pull-request-report';

const report: PullRequestReport = {
  app: 'mf-reviews',
  version: '1.1.0-g4f3a2b1',
  liveVersion: '1.0.0',
  link: 'https://shop.example/-/preview/1f0c',
  expiresAt: '2026-12-01T08:30:00.000Z',
  sizes: [
    { path: '/reviews', before: 10_240, after: 12_800 },
    { path: '/stars', before: null, after: 1024 },
    { path: '/old', before: 2048, after: null },
  ],
  findings: [],
};

test('the comment of a pull request has the preview, the verdict and the sizes against the live version', () => {
  expect(formatPullRequestReport(report)).toBe(`<!-- release-report mf-reviews -->
### mf-reviews 1.1.0-g4f3a2b1

[Open the preview](https://shop.example/-/preview/1f0c): the live shop with this release, until 2026-12-01 08:30 UTC.

**All gates pass.** Live is 1.0.0.

| Scripts of the first load, in brotli | Live | This release | Difference |
| --- | ---: | ---: | ---: |
| \`/reviews\` | 10.0 KB | 12.5 KB | +2.5 KB |
| \`/stars\` | – | 1.0 KB | new |
| \`/old\` | 2.0 KB | – | removed |`);
});

test('the comment lists each finding as text, and a warning refuses nothing', () => {
  const finding = { gate: 'smoke-test', app: 'mf-reviews', problem: '<img> @team | **throws**', remedy: 'look' };
  const refused = formatPullRequestReport({ ...report, liveVersion: null, sizes: [], findings: [finding] });
  expect(refused).toContain('**The gates refuse this composition.** The app is new.');
  expect(refused).toContain('- `smoke-test` · mf-reviews: \\<img\\> \\@team \\| \\*\\*throws\\*\\* → look');
  const warned = formatPullRequestReport({ ...report, findings: [{ ...finding, isWarning: true }] });
  expect(warned).toContain('**All gates pass.** Live is 1.0.0.');
  expect(warned).toContain('- warning, `smoke-test`');
});

test('each push updates the preview behind the same link, and another pull request has another link', async () => {
  const { runOk, runJson, run, store, production, paths } = await createLiveShop();
  const create = (version: string, name: string) =>
    runJson(`pull-request-report mf-a@${version} --name "${name}" --shop-url https://shop.example`);
  const first = await create('1.0.0', 'shop/mf-a 12/merge');
  const second = await create('1.1.0', 'shop/mf-a 12/merge');
  const other = await create('1.1.0', 'shop/mf-a 13/merge');
  expect(second.link).toBe(first.link);
  expect(other.link).not.toBe(first.link);
  expect(second).toMatchObject({ app: 'mf-a', version: '1.1.0', liveVersion: '1.0.0', findings: [] });
  expect(second.sizes).toEqual([{ path: '/a', before: expect.any(Number), after: expect.any(Number) }]);
  const id = first.link.replace('https://shop.example/-/preview/', '');
  const preview = await readPreview(store, 'production', id, production.trusted);
  expect(preview?.remotes.find(({ app }) => app === 'mf-a')?.version).toBe('1.1.0');
  expect(await store.list('preview/')).toHaveLength(2);
  expect(await runOk('preview mf-a@1.1.0 --name "shop/mf-a 12/merge"')).toContain(`/-/preview/${id}`);

  // A refused release is reported with its preview, and the command fails.
  paths['mf-a'] = { pay: '/pay' };
  await runOk('publish mf-a --version 2.0.0');
  const refused = await run('pull-request-report mf-a@2.0.0 --name "shop/mf-a 12/merge"');
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain(`/-/preview/${id}`);
  expect(refused.output).toContain('- `route-ownership` · mf-payment: it owns /pay, and so does mf-a');
});
