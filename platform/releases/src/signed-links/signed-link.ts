import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';
import type { LinkRequest } from '../state/signer';
import { ConflictError } from '../store/errors';
import { nullIfCorrupt } from '../store/parse-json';

/** Kind of a link, and the folder of the release store that has its documents. */
type LinkKind = LinkRequest['kind'];

export const linkFields = {
  schema: v.literal(1),
  id: v.string(),
  env: v.string(),
  expiresAt: v.string(),
  by: v.string(),
};

/** Person who creates a link, and its lifetime in milliseconds. */
export interface LinkAuthor {
  by: string;
  duration: number;
}

/**
 * Signs and writes a link.
 *
 * @param what  Names the link in the message of an error, such as `A preview`.
 * @param replacedId  Id of a link that the new one replaces: people who have its address get the new one.
 * @returns The link and its key in the release store.
 */
export async function writeLink<Fields extends object>(
  kind: LinkKind,
  what: string,
  { store, name, signer }: Environment,
  { by, duration }: LinkAuthor,
  fields: Fields,
  replacedId?: string,
) {
  if (!signer) throw new Error(`${what} is signed, and there is no signer here.`);
  const expiresAt = new Date(Date.now() + duration).toISOString();
  const link = { schema: 1 as const, id: replacedId ?? randomUUID(), env: name, expiresAt, by, ...fields };
  const { key, text } = await signer.signLink({ kind, document: link });
  const bytes = Buffer.from(text);
  if (replacedId === undefined) await store.putIfAbsent(key, bytes);
  else {
    const { tag = null } = (await store.get(key)) ?? {};
    if (!(await store.compareAndSwap(key, bytes, tag))) {
      throw new ConflictError(`${what} with this name was created at the same time: try again.`);
    }
  }
  return { link, key };
}

/**
 * Reads a link of an environment.
 *
 * @returns Null when there is none with that id, or it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it.
 */
export async function readCurrentLink<
  Schema extends v.GenericSchema<unknown, { env: string; id: string; expiresAt: string }>,
>(
  kind: LinkKind,
  schema: Schema,
  { store, name, trusted }: Pick<Environment, 'store' | 'name' | 'trusted'>,
  id: string,
): Promise<v.InferOutput<Schema> | null> {
  const key = `${kind}/${id}.json`;
  const stored = /^[0-9a-f-]{36}$/.test(id) ? await store.get(key) : null;
  const link = stored && verifyDocument(kind, schema, stored.bytes, key, trusted);
  const isCurrent = link && link.env === name && link.id === id && Date.parse(link.expiresAt) > Date.now();
  return isCurrent ? link : null;
}

/** Lists the keys of a kind with their links, null for a document without a trusted signature: no gateway shows it. */
export async function listLinks<Schema extends v.GenericSchema>(
  kind: LinkKind,
  schema: Schema,
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
): Promise<{ key: string; link: v.InferOutput<Schema> | null }[]> {
  const read = async (key: string) => {
    const stored = await store.get(key);
    if (!stored) return [];
    return [{ key, link: await nullIfCorrupt(() => verifyDocument(kind, schema, stored.bytes, key, trusted)) }];
  };
  return (await Promise.all((await store.list(`${kind}/`)).map(read))).flat();
}
