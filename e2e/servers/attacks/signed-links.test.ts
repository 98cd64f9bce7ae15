import { createPreview, readPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass, readStaffPass } from '@shop/releases/signed-links/staff-pass';
import { signDocument } from '@shop/releases/signing/signed-document';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { listFailures } from '../../fixtures/list-failures';
import { envelopeForgeries } from './forged-envelopes';
import { startAttackedGateway } from './kit/attacked-gateway';
import { type AttackedShop, createAttackedShop } from './kit/attacked-shop';

const hour = 3_600_000;

/** One kind of signed link. `wanted` is the change that a forger makes to an honest link. */
const linkKinds = {
  preview: {
    create: ({ environment, releases }: AttackedShop, duration = hour) =>
      createPreview(environment, { shell: releases.next, remotes: [] }, { by: 'asha', duration }),
    read: ({ environment }: AttackedShop, id: string) =>
      readPreview(environment.store, environment.name, id, environment.trusted),
    change: { by: 'eve', expiresAt: '2099-01-01T00:00:00.000Z', remotes: [] },
  },
  staff: {
    create: ({ environment }: AttackedShop, duration = hour) => createStaffPass(environment, { by: 'asha', duration }),
    read: ({ environment }: AttackedShop, id: string) => readStaffPass(environment, id),
    change: { by: 'eve', expiresAt: '2099-01-01T00:00:00.000Z' },
  },
};
type LinkKind = keyof typeof linkKinds;

describe.each(['preview', 'staff'] as LinkKind[])('a forged link of the kind %p', (kind) => {
  const { create, read, change } = linkKinds[kind];
  let shop: AttackedShop;
  beforeEach(async () => {
    shop = await createAttackedShop();
    // The shell "next" is a canary for staff, so that a staff pass has an effect.
    await promoteFake(shop.environment, [shop.releases.next], { canary: { share: 0, staff: true } });
  });

  /** Asks the gateway for the link and for the start page with its cookie. @returns Whether both ignore the link. */
  async function isRefused(id: string): Promise<boolean> {
    const gateway = await startAttackedGateway(shop.environment);
    try {
      const link = await gateway.get(`/-/${kind}/${encodeURIComponent(id)}`);
      const page = await gateway.get('/', { cookie: `${kind}=${encodeURIComponent(id)}` });
      return link.statusCode === 404 && !link.headers['set-cookie'] && page.json<{ shell: string }>().shell === 'live';
    } finally {
      await gateway.close();
    }
  }

  it('shows another shell with an honest link, so that a refusal means something', async () => {
    const { id } = await create(shop);
    expect(await isRefused(id)).toBe(false);
  });

  it('is refused for every forgery of its envelope', async () => {
    const honest = await create(shop);
    const key = `${kind}/${honest.id}.json`;
    const bytes = shop.objects.get(key) ?? new Uint8Array();
    const results: [string, boolean][] = [];
    for (const [name, forge] of Object.entries(envelopeForgeries)) {
      const wanted = { ...honest, ...change };
      shop.objects.set(key, forge({ kind, honest: bytes, wanted, environment: shop.environment }));
      results.push([name, await isRefused(honest.id)]);
    }
    expect(listFailures(results)).toEqual([]);
  });

  it('is refused with the content of another link, environment or time', async () => {
    const { environment, objects } = shop;
    const honest = await create(shop);
    const expired = await create(shop, -1);
    const staging = createTestEnvironment(environment.store, 'staging');
    const other = await create({ ...shop, environment: { ...environment, name: 'staging' } });
    const foreign = await create({ ...shop, environment: staging });
    const copied = '00000000-0000-4000-8000-000000000000';
    objects.set(`${kind}/${copied}.json`, objects.get(`${kind}/${honest.id}.json`) ?? new Uint8Array());
    const notDate = '00000000-0000-4000-8000-000000000001';
    const document = { ...honest, id: notDate, expiresAt: 'never' };
    objects.set(`${kind}/${notDate}.json`, signDocument(kind, document, environment.signingKey));
    const otherKind = kind === 'preview' ? linkKinds.staff : linkKinds.preview;
    const ids = {
      'an expired link': expired.id,
      'a link of another environment': other.id,
      'a link of another deployment': foreign.id,
      'a copy under another id': copied,
      'an expiry that is not a date': notDate,
      'the id of another kind of link': (await otherKind.create(shop)).id,
      'a path': `../${kind}/${honest.id}`,
      'an encoded path': `..%2f${kind}%2f${honest.id}`,
      'an id in capital letters': honest.id.toUpperCase(),
      'an id with a NUL': `${honest.id}\0`,
      'an id with a line break': `${honest.id}\n`,
      'a name from the prototype': '__proto__',
      'a wildcard': '*',
      'the key of the file': `${honest.id}.json`,
    };
    const results: [string, boolean][] = [];
    for (const [name, id] of Object.entries(ids)) results.push([name, await isRefused(id)]);
    expect(listFailures(results)).toEqual([]);
  });

  it('never changes its content when one bit of its file is flipped', async () => {
    const honest = await create(shop);
    const key = `${kind}/${honest.id}.json`;
    const bytes = Buffer.from(shop.objects.get(key) ?? []);
    const expected = JSON.stringify(await read(shop, honest.id));
    const results: [string, boolean][] = [];
    // One bit of each byte: 9 has no factor in common with 8, so that it is a different one each time.
    for (let bit = 0; bit < bytes.length * 8; bit += 9) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      shop.objects.set(key, flipped);
      const found = await read(shop, honest.id).catch(() => null);
      // A flip in white space or in the unused bits of the last base64 digit leaves the signed bytes as they were.
      results.push([`bit ${bit}`, found === null || JSON.stringify(found) === expected]);
    }
    expect(listFailures(results)).toEqual([]);
  });
});
