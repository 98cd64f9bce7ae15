import * as v from 'valibot';
import type { Environment } from '../state/environment';
import { type LinkAuthor, linkFields, readLink, writeLink } from './signed-link';

/** Hosts of this machine that a content security policy can name. It cannot name `[::1]`. */
const loopbackHosts = new Set(['127.0.0.1', 'localhost']);

const example = 'such as http://127.0.0.1:3101';

/**
 * Parses the address of a development server. Browsers load its scripts into the shop, so it must be on the browser's own machine.
 *
 * @returns The address with a slash at the end.
 * @throws When the address is not plain http on a loopback host. The message says what to give.
 */
export function parseLoopbackAddress(text: string): string {
  const refuse = (problem: string): never => {
    throw new Error(`${JSON.stringify(text)} ${problem}`);
  };
  if (!URL.canParse(text)) return refuse(`is not an address: give the one of the development server, ${example}.`);
  const { protocol, hostname, username, password, pathname, search, hash, origin } = new URL(text);
  if (username || password || text.includes('@')) return refuse('contains a user name or password: leave both out.');
  if (!loopbackHosts.has(hostname)) {
    return refuse(`is not on the visitor's machine: give a server on 127.0.0.1 or localhost, ${example}.`);
  }
  if (protocol !== 'http:') return refuse(`has the scheme ${protocol}: give an http address, ${example}.`);
  if (pathname !== '/' || search || hash) return refuse(`has a path or a query: give the address alone, ${example}.`);
  return `${origin}/`;
}

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
  base: v.pipe(v.string(), v.check(isLoopbackBase, "it is not an address of a server on the visitor's machine")),
  entry: FileName,
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
  ...linkFields,
  /** Origin of the shop that the link is for. */
  shop: v.string(),
  remote: OverridingRemote,
});
export type Override = v.InferOutput<typeof Override>;

/** An override link is not valid. The message says why, and what to do. */
export class OverrideRefusedError extends Error {
  override name = 'OverrideRefusedError';
}

const askForLink = 'ask for a new link';

/**
 * Signs and writes an override link.
 *
 * @throws {OverrideRefusedError} For the environment of shoppers, and for a longer lifetime.
 * @throws When the remote is not on a loopback address.
 */
export async function createOverride(
  environment: Environment,
  remote: OverridingRemote,
  { shop, ...author }: LinkAuthor & { shop: string },
): Promise<Override> {
  const { name } = environment;
  if (name === shoppersEnvironment) {
    throw new OverrideRefusedError(
      `Shoppers get the environment ${name}, which shows no override links: name another one, such as --env staging.`,
    );
  }
  if (author.duration > maxOverrideDuration) {
    throw new OverrideRefusedError('An override link is valid for a day at most: give --ttl 1d or less.');
  }
  parseLoopbackAddress(remote.base);
  const fields = { shop, remote: v.parse(OverridingRemote, remote) };
  return (await writeLink('override', 'An override link', environment, author, fields)).link;
}

/**
 * Reads an override link of an environment.
 *
 * @throws {OverrideRefusedError} When there is none with that id in the environment, and when it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it, or when it names no server on the visitor's machine.
 */
export async function readOverride(
  { name, ...reader }: Pick<Environment, 'store' | 'name' | 'trusted'>,
  id: string,
): Promise<Override> {
  const override = await readLink('override', Override, reader, id);
  if (!override) throw new OverrideRefusedError(`There is no such override link: ${askForLink}.`);
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
