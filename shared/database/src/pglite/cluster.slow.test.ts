import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseUnavailableError } from '../database-unavailable-error';
import { ensureCluster, loadEmptyCluster } from './cluster';

describe('ensureCluster', () => {
  let folder: string;
  let cluster: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pglite-cluster-'));
    cluster = join(folder, 'database');
  });

  it('has an empty cluster of the installed PGlite version (else run make-empty-cluster.mjs)', async () => {
    const packageFile = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json');
    expect((await loadEmptyCluster()).pglite).toBe(JSON.parse(readFileSync(packageFile, 'utf8')).version);
  });

  it('creates an absent cluster and keeps an existing one', async () => {
    await ensureCluster(cluster);
    writeFileSync(join(cluster, 'an-order'), '');
    await ensureCluster(cluster);
    expect(existsSync(join(cluster, 'an-order'))).toBe(true);
    expect(readdirSync(folder)).toEqual(['database']);
  });

  it('replaces the partial cluster of a killed server', async () => {
    mkdirSync(`${cluster}.new/base`, { recursive: true });
    writeFileSync(`${cluster}.new/base/broken`, '');
    await ensureCluster(cluster);
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(cluster, 'base/broken'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['database']);
  });

  it('rejects a folder with other files and keeps it unchanged', async () => {
    mkdirSync(cluster);
    writeFileSync(join(cluster, 'letter.txt'), 'Dear');
    await expect(ensureCluster(cluster)).rejects.toThrow(DatabaseUnavailableError);
    expect(readdirSync(folder)).toEqual(['database']);
    expect(readdirSync(cluster)).toEqual(['letter.txt']);
  });
});
