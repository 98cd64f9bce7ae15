import path from 'node:path';
import { parseArgs } from 'node:util';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { getPatternShape } from '@shop/releases/gates/route-ownership.gate';
import type { OwnedPaths } from '@shop/remote-contract/remote-module';
import type { SlotName } from '@shop/remote-contract/slots';
import { assertOwnedPath, assertRemoteName, assertSlotName, RemoteOptionsError } from './remote-name';

const usage = 'npm run new:remote -- reviews --path /reviews';

/** Options of `npm run new:remote`. */
export interface RemoteOptions {
  /** Name without the prefix `mf-`. */
  name: string;
  /** The path that the remote owns, such as `/reviews`. Absent in a remote that only fills a slot. */
  path?: string;
  /** The slot that the remote fills, such as `product.below`. */
  slot?: SlotName;
  /** Folder for the remote, relative to the repository. Left out, the repository itself, which then lists the remote. */
  folder?: string;
}

/**
 * Parses and checks the command line.
 *
 * @throws {RemoteOptionsError} When the name, the path or the slot cannot be used, or another remote owns the path.
 */
export async function parseRemoteOptions(args: readonly string[]): Promise<RemoteOptions> {
  const { names, path: givenPath, slot, folder } = parseArguments(args);
  const [name = '', ...more] = names;
  if (more.length > 0) {
    throw new RemoteOptionsError(`A remote has one name, and "${more.join(' ')}" is left over. Write: ${usage}`);
  }
  assertRemoteName(name, usage);
  if (slot !== undefined) assertSlotName(slot);
  const owned = givenPath ?? (slot ? undefined : `/${name}`);
  if (owned !== undefined) await assertFreePath(owned);
  return { name, ...(owned && { path: owned }), ...(slot && { slot }), ...(folder && { folder }) };
}

/** @throws {RemoteOptionsError} When a remote cannot own the path. */
async function assertFreePath(owned: string): Promise<void> {
  assertOwnedPath(owned);
  const owner = await findOwner(owned);
  if (owner) {
    throw new RemoteOptionsError(
      `${owner} owns ${owned} already: choose another path, or change ${owner}/src/paths.ts.`,
    );
  }
}

function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { path: { type: 'string' }, slot: { type: 'string' }, folder: { type: 'string' } },
      allowPositionals: true,
    });
    return { names: positionals, ...values };
  } catch (error) {
    throw new RemoteOptionsError(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}

/** Finds the remote of this checkout that owns a path. The names of path parameters do not count. */
async function findOwner(pattern: string): Promise<string | undefined> {
  const shape = getPatternShape(pattern);
  for (const app of listApps().filter((name) => name !== 'shell')) {
    const { paths }: { paths: OwnedPaths } = await import(path.join(root, app, 'src/paths.ts'));
    if (Object.values(paths).some((owned) => getPatternShape(owned.pattern) === shape)) return app;
  }
  return undefined;
}
