import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';
import { parseLoopbackAddress } from './loopback-address';

/** Longest lifetime of an override link in milliseconds. */
export const maxOverrideDuration = 24 * 3_600_000;

/** The environment that shoppers get. It has no override links. */
export const shoppersEnvironment = 'production';

const isLoopbackBase = (text: string): boolean => {
  try {
    return parseLoopbackAddress(text) === text;
  } catch {
    return false;
  }
};

const Text = v.pipe(v.string(), v.minLength(1));
const FileName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]*$/));

/** The remote of a development server, as a composition contains it. */
const OverridingRemote = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
  version: Text,
  /** Address of the development server, with a slash at the end. */
  base: v.pipe(v.string(), v.check(isLoopbackBase, "it is no address of a server on the visitor's machine")),
  entry: FileName,
  /** Global variable that the entry defines. */
  global: v.pipe(v.string(), v.regex(/^\w+$/)),
  paths: v.array(
    v.object({
      id: Text,
      pattern: Text,
      access: v.picklist(['open', 'signed-in']),
      status: v.exactOptional(v.literal(404)),
      isPrivate: v.exactOptional(v.literal(true)),
      known: v.exactOptional(v.record(Text, v.array(v.string()))),
    }),
  ),
  slots: v.array(v.object({ name: Text, order: v.number() })),
  links: v.array(v.object({ slot: Text, text: v.string(), to: v.string(), order: v.number() })),
});
export type OverridingRemote = v.InferOutput<typeof OverridingRemote>;

/** `override/<id>.json`: staff with the link get one remote from a server on their own machine, until it expires. */
export const Override = v.object({
  schema: v.literal(1),
  id: v.string(),
  env: v.string(),
  /** Origin of the shop that the link is for. */
  shop: v.string(),
  /** ISO date and time at which the link expires. */
  expiresAt: v.string(),
  by: v.string(),
  remote: OverridingRemote,
});
export type Override = v.InferOutput<typeof Override>;

/** An override link is not valid. The message says why, and what to do. */
export class OverrideRefusedError extends Error {
  override name = 'OverrideRefusedError';
}

const overrideKey = (id: string) => `override/${id}.json`;
const idPattern = /^[0-9a-f-]{36}$/;
const askForLink = 'ask for a new link';

/**
 * Signs and writes an override link.
 *
 * @param options.shop  Origin of the shop that the link is for.
 * @param options.duration  Lifetime of the link in milliseconds, at most a day.
 * @throws {OverrideRefusedError} For the environment of shoppers, and for a longer lifetime.
 * @throws When the remote is not on a loopback address.
 */
export async function createOverride(
  { store, name, signer }: Environment,
  remote: OverridingRemote,
  { shop, by, duration }: { shop: string; by: string; duration: number },
): Promise<Override> {
  if (name === shoppersEnvironment) {
    throw new OverrideRefusedError(
      `Shoppers get the environment ${name}, which shows no override links: name another one, such as --env staging.`,
    );
  }
  if (duration > maxOverrideDuration) {
    throw new OverrideRefusedError('An override link is valid for a day at most: give --ttl 1d or less.');
  }
  if (!signer) throw new Error('An override link is signed, and there is no signer here.');
  parseLoopbackAddress(remote.base);
  const expiresAt = new Date(Date.now() + duration).toISOString();
  const written = { schema: 1, id: randomUUID(), env: name, shop, expiresAt, by, remote };
  const override = v.parse(Override, written);
  const { key, text } = await signer.signLink({ kind: 'override', document: override });
  await store.putIfAbsent(key, Buffer.from(text));
  return override;
}

/**
 * Reads an override link of an environment.
 *
 * @throws {OverrideRefusedError} When there is none with that id in the environment, and when it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it, or when it names no server on the visitor's machine.
 */
export async function readOverride(
  { store, name, trusted }: Pick<Environment, 'store' | 'name' | 'trusted'>,
  id: string,
): Promise<Override> {
  const stored = idPattern.test(id) ? await store.get(overrideKey(id)) : null;
  if (!stored) throw new OverrideRefusedError(`There is no such override link: ${askForLink}.`);
  const override = verifyDocument('override', Override, stored.bytes, overrideKey(id), trusted);
  if (override.id !== id || override.env !== name || name === shoppersEnvironment) {
    throw new OverrideRefusedError(`This override link is for the environment ${override.env}, not for ${name}.`);
  }
  const remaining = Date.parse(override.expiresAt) - Date.now();
  if (!(remaining > 0)) {
    throw new OverrideRefusedError(`This override link has expired at ${override.expiresAt}: ${askForLink}.`);
  }
  if (remaining > maxOverrideDuration) {
    throw new OverrideRefusedError(`This override link is valid for more than a day: ${askForLink}.`);
  }
  return override;
}

/** @throws {OverrideRefusedError} When a link is for another shop than the one that the visitor sees. */
export function assertForShop({ shop }: Override, visited: string): void {
  if (shop !== visited) throw new OverrideRefusedError(`This override link is for ${shop}, not for ${visited}.`);
}
