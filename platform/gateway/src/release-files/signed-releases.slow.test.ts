import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { halt } from '@shop/releases/actions/rollout';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { signDocument } from '@shop/releases/signing/signed-document';
import { listAuditLog } from '@shop/releases/state/audit-log';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createManifests } from '../open-gateway';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const getAddress = (release: Release) => `/${getReleasePrefix(release)}main.js`;

/** A shop with the live shell "live" and the unpromoted shell "next". */
async function openShop() {
  const shop = await openTestGateway({ isInProcess: true });
  const live = await shop.promoteShell('live', '1.0.0');
  const next = await shop.publishShell('next', '2.0.0');
  const preview = (shell: Release, environment = shop.environment) =>
    createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  const request = async (release: Release, cookie = '') => {
    const { statusCode, body, headers } = await shop.get(getAddress(release), cookie ? { cookie } : {});
    return [statusCode, body, headers['cache-control']];
  };
  return { ...shop, live, next, preview, request };
}

const missing = [404, 'No such file in a release of this shop.', 'no-store'];

it('serves files of a previewed release to visitors with the link only, and forbids caches to store them', async () => {
  const { next, preview, request } = await openShop();
  const { id } = await preview(next);
  expect(await request(next)).toEqual(missing);
  expect(await request(next, `preview=${id}`)).toEqual([200, '/* next */', 'private, no-store']);
  expect(await request(next, 'preview=00000000-0000-4000-8000-000000000000')).toEqual(missing);
  expect(await request(next)).toEqual(missing);
});

it('serves no file of a previewed release when no trusted key has signed the preview', async () => {
  const { environment, errors, next, preview, request } = await openShop();
  const { id } = await preview(next, createTestEnvironment(environment.store));
  expect(await request(next, `preview=${id}`)).toEqual(missing);
  expect(errors).toEqual([expect.stringContaining('which is not trusted here')]);
});

it('serves files of a live release as signed, to visitors of a preview that names another manifest too', async () => {
  const { environment, live, next, releasesFolder, request } = await openShop();
  const file = path.join(releasesFolder, getReleasePrefix(live), 'release.json');
  const original = readFileSync(file);
  const changed = JSON.parse(original.toString());
  changed.files['main.js'] = next.files['main.js'];
  writeFileSync(file, JSON.stringify(changed));
  const { id } = await createPreview(environment, { shell: live, remotes: [] }, { by: 'asha', duration: 60_000 });
  writeFileSync(file, original);
  expect(await request(live, `preview=${id}`)).toEqual([200, '/* live */', 'public, max-age=31536000, immutable']);
});

it('serves no file of a preview without the hashes of its manifests', async () => {
  const { environment, next, request } = await openShop();
  const id = '00000000-0000-4000-8000-000000000000';
  const { app, version, digest } = next;
  const preview = { schema: 1, id, env: 'production', by: 'ci', shell: { app, version, digest }, remotes: [] };
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const signed = signDocument('preview', { ...preview, expiresAt }, environment.signingKey);
  await environment.store.putIfAbsent(`preview/${id}.json`, signed);
  expect(await request(next, `preview=${id}`)).toEqual(missing);
});

describe('a gateway that has just started', () => {
  it('serves files of releases that were live or a canary before, and no others', async () => {
    const { environment, errors, live, next, publishShell } = await openShop();
    const canary = await publishShell('canary', '3.0.0');
    const { canaries } = await promote(environment, [canary], testAuthor, { ...passingGates, canary: { share: 10 } });
    expect(canaries).toHaveLength(1);
    await halt(environment, testAuthor);
    await promote(environment, [await publishShell('new', '4.0.0')], testAuthor, passingGates);
    const manifests = createManifests(environment, (error) => errors.push(String(error)));
    const found = await Promise.all([live, canary, next].map((release) => manifests.get(release)));
    expect(found.map((manifest) => manifest?.isPublic)).toEqual([true, true, undefined]);
    expect(errors).toEqual([]);
  });

  it('finds a release that was promoted a moment ago, and reads the history before it once', async () => {
    const { environment, errors, live, publishShell } = await openShop();
    const reads: string[] = [];
    const get: typeof environment.store.get = (key) => {
      reads.push(key);
      return environment.store.get(key);
    };
    const own = { ...environment, store: { ...environment.store, get } };
    const manifests = createManifests(own, (error) => errors.push(String(error)));
    expect(await manifests.get(live)).toMatchObject({ isPublic: true });
    const next = await publishShell('new', '4.0.0');
    await promote(environment, [next], testAuthor, passingGates);
    const found = await Promise.all([manifests.get(next), manifests.get(next), manifests.get(live)]);
    expect(found.map((manifest) => manifest?.isPublic)).toEqual([true, true, true]);
    const [first = ''] = (await listAuditLog(environment.store, 'production')).map(({ key }) => key);
    expect(reads.filter((key) => key === first)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('reports an entry of the history that was changed, and serves the releases after it', async () => {
    const { environment, errors, live, next, releasesFolder } = await openShop();
    await promote(environment, [next], testAuthor, passingGates);
    const [first] = await listAuditLog(environment.store, 'production');
    writeFileSync(path.join(releasesFolder, first?.key ?? ''), '{}');
    const manifests = createManifests(environment, (error) => errors.push(String(error)));
    expect(await manifests.get(next)).toMatchObject({ isPublic: true });
    expect(await manifests.get(live)).toBeNull();
    expect(errors.join()).toContain('has other bytes than its reference says');
  });
});
