import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseUnavailableError } from '../database-unavailable-error';
import { ensureCluster, loadEmptyCluster } from './cluster';

describe('the empty cluster', () => {
  let folder: string;
  let cluster: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-api-cluster-'));
    cluster = join(folder, 'database');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('was made by the PGlite that is installed (else run cluster/make-empty-cluster.mjs)', async () => {
    const packageFile = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json');
    expect((await loadEmptyCluster()).pglite).toBe(JSON.parse(readFileSync(packageFile, 'utf8')).version);
  });

  it('is put where no database is, and never over one', async () => {
    await ensureCluster(cluster);
    writeFileSync(join(cluster, 'an-order'), '');
    await ensureCluster(cluster);
    expect(existsSync(join(cluster, 'an-order'))).toBe(true);
    expect(readdirSync(folder)).toEqual(['database']);
  });

  it('takes the place of what a killed server left half-made', async () => {
    mkdirSync(`${cluster}.new/base`, { recursive: true });
    writeFileSync(`${cluster}.new/base/broken`, '');
    await ensureCluster(cluster);
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(cluster, 'base/broken'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['database']);
  });

  it('leaves a folder alone that holds something else, and says so', async () => {
    mkdirSync(cluster);
    writeFileSync(join(cluster, 'letter.txt'), 'Dear');
    await expect(ensureCluster(cluster)).rejects.toThrow(DatabaseUnavailableError);
    expect(readdirSync(folder)).toEqual(['database']);
    expect(readdirSync(cluster)).toEqual(['letter.txt']);
  });
});
