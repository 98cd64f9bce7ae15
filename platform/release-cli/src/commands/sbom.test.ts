import { readPrivateFile, toPrivatePrefix } from '@shop/releases/release/private-files';
import { getReleasePrefix } from '@shop/releases/release/release';
import { createTerminal } from '../testing/terminal';

const packages = [
  { name: '@mui/material', version: '9.5.0', license: 'MIT' },
  { name: 'web-vitals', version: '6.2.3', license: 'Apache-2.0' },
];

test('publish stores an SBOM, and sbom lists its packages and prints it as CycloneDX 1.6', async () => {
  const { runOk, runJson, setBundle } = createTerminal();
  setBundle({ packages });
  await runOk('publish shell');
  expect(await runOk('sbom shell@1.0.0')).toBe('  @mui/material  9.5.0  MIT\n  web-vitals     6.2.3  Apache-2.0');
  const document = await runJson('sbom shell@1.0.0');
  expect(document).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(document.components).toEqual([
    expect.objectContaining({ purl: 'pkg:npm/%40mui/material@9.5.0', licenses: [{ expression: 'MIT' }] }),
    expect.objectContaining({ purl: 'pkg:npm/web-vitals@6.2.3', licenses: [{ expression: 'Apache-2.0' }] }),
  ]);
  expect(document.metadata.component).toMatchObject({ type: 'application', name: 'shell', version: '1.0.0' });
  expect(document.dependencies).toContainEqual({
    ref: document.metadata.component['bom-ref'],
    dependsOn: ['pkg:npm/%40mui/material@9.5.0', 'pkg:npm/web-vitals@6.2.3'],
  });
});

test('publish refuses a package whose licence is not allowed, and uploads nothing', async () => {
  const { run, store, setBundle } = createTerminal();
  setBundle({ packages: [...packages, { name: 'copyleft', version: '1.0.0', license: 'AGPL-3.0-only' }] });
  const { exitCode, output } = await run('publish shell');
  expect([exitCode, output]).toEqual([
    1,
    'shell contains packages whose licences are not allowed: copyleft@1.0.0 (AGPL-3.0-only). Replace them, or add the licence to the allowlist after a review.',
  ]);
  expect(await store.list('r/')).toEqual([]);
});

test('publish stores source maps privately, adds them to a release that has none, and gc removes them', async () => {
  const { runOk, runJson, store, setBundle } = createTerminal();
  setBundle({ sourceMap: { version: 3, sources: ['a.ts'] } });
  const release = await runJson('publish shell');
  expect(Object.keys(release.files)).toEqual(['main.js', 'node/server.cjs']);
  const prefix = getReleasePrefix(release);
  expect((await store.list(prefix)).filter((key) => key.includes('.map'))).toEqual([]);
  const read = async () => Buffer.from((await readPrivateFile(store, release, 'maps/main.js.map')) ?? '').toString();
  expect(JSON.parse(await read())).toEqual({ version: 3, sources: ['a.ts'] });
  for (const key of await store.list(toPrivatePrefix(prefix))) await store.remove(key);
  expect(await read()).toBe('');
  await runOk('publish shell');
  expect(JSON.parse(await read())).toEqual({ version: 3, sources: ['a.ts'] });
  await runOk('publish mf-a');
  await runOk('promote shell@1.0.0 mf-a@1.0.0 --reason opening');
  const other = await runJson('publish mf-payment');
  await runOk('gc --keep-days 0');
  expect(await store.list(toPrivatePrefix(getReleasePrefix(other)))).toEqual([]);
  expect(await store.list(toPrivatePrefix(prefix))).not.toEqual([]);
});

test('publish refuses a file that names its source map', async () => {
  const { run, setBundle } = createTerminal();
  setBundle({ script: '\n//# sourceMappingURL=main.js.map' });
  expect((await run('publish shell')).output).toBe(
    'shell: main.js names a source map (sourceMappingURL): build it with devtool hidden-source-map.',
  );
});
