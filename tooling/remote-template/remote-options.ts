import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isReserved } from '@shop/remote-contract/reserved-paths';
import { slotNames } from '@shop/remote-contract/slot-names';
import type { SlotName } from '@shop/remote-contract/slots';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Values<Options extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** What a new remote is called and what it shows. */
export interface RemoteOptions {
  /** Name without the prefix `mf-`. */
  name: string;
  /** The path that the remote owns, such as `/reviews`. Undefined in a remote that only fills a slot. */
  path: string | undefined;
  /** The slot that the remote fills, such as `product.below`. */
  slot: SlotName | undefined;
}

/**
 * Parses and checks the command line of a command that creates a remote.
 *
 * @param usage Complete command line, for messages.
 * @param more Options of the command besides `path` and `slot`.
 * @throws When the name, the path or the slot cannot be used. The message says what to change.
 */
export function parseRemoteOptions<const Options extends OptionsConfig>(
  args: readonly string[],
  usage: string,
  more: Options,
): RemoteOptions & Values<Options> {
  const { values, positionals } = parse(args, usage, more);
  const { path: givenPath, slot } = values as { path?: string; slot?: string };
  const [name = '', ...others] = positionals;
  if (others.length > 0) {
    throw new Error(`A remote has one name, and "${others.join(' ')}" is left over. Write: ${usage}`);
  }
  assertRemoteName(name, usage);
  if (slot !== undefined) assertSlotName(slot);
  const path = givenPath ?? (slot ? undefined : `/${name}`);
  if (path !== undefined) assertOwnedPath(path);
  return { ...(values as Values<Options>), name, path, slot };
}

function parse(args: readonly string[], usage: string, more: OptionsConfig) {
  try {
    const options = { path: { type: 'string' }, slot: { type: 'string' }, ...more } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}. Write: ${usage}`, { cause: error });
  }
}

function assertRemoteName(name: string, usage: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`"${name}" is not a name for a remote: give small letters, digits and dashes. Write: ${usage}`);
  }
  if (name === 'shell' || name.startsWith('mf-')) {
    throw new Error(
      `"${name}" is not a name for a remote: name its content, such as reviews. The command adds the prefix mf-.`,
    );
  }
}

function assertOwnedPath(owned: string): void {
  if (!/^(\/:?[A-Za-z0-9-]+)+$/.test(owned)) {
    throw new Error(`"${owned}" is not a path: give one such as /reviews or /reviews/:id.`);
  }
  if (isReserved(owned)) {
    throw new Error(`The gateway, the store API or the shell responds at ${owned}. Choose another path with --path.`);
  }
}

function assertSlotName(slot: string): asserts slot is SlotName {
  if ((slotNames as readonly string[]).includes(slot)) return;
  throw new Error(
    `"${slot}" is not a slot that components fill: choose one of ${slotNames.join(', ')}. Links need no option: CONTRIBUTING.md "Fill a slot".`,
  );
}

/** Describes what a remote does: `owns /reviews and fills product.below`. */
export const describeRemote = ({ path, slot }: Pick<RemoteOptions, 'path' | 'slot'>): string =>
  [path && `owns ${path}`, slot && `fills ${slot}`].filter(Boolean).join(' and ');
