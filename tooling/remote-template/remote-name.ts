import { isReserved } from '@shop/remote-contract/reserved-paths';
import { slotNames } from '@shop/remote-contract/slot-names';
import type { SlotName } from '@shop/remote-contract/slots';

/** A remote that cannot be created as the command asks. The message says what to change. */
export class RemoteOptionsError extends Error {
  override name = 'RemoteOptionsError';
}

/**
 * Asserts that a name can be the name of a remote.
 *
 * @param usage Complete command line of the caller, for the message.
 * @throws {RemoteOptionsError}
 */
export function assertRemoteName(name: string, usage: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new RemoteOptionsError(
      `"${name}" is no name for a remote: give small letters, digits and dashes. Write: ${usage}`,
    );
  }
  if (name === 'shell' || name.startsWith('mf-')) {
    throw new RemoteOptionsError(
      `"${name}" is no name for a remote: name its content, such as reviews. The command adds the prefix mf-.`,
    );
  }
}

/** Asserts that a remote can own a path. @throws {RemoteOptionsError} */
export function assertOwnedPath(owned: string): void {
  if (!/^(\/:?[A-Za-z0-9-]+)+$/.test(owned)) {
    throw new RemoteOptionsError(`"${owned}" is no path: give one such as /reviews or /reviews/:id.`);
  }
  if (isReserved(owned)) {
    throw new RemoteOptionsError(
      `The gateway, the store API or the shell responds at ${owned}. Choose another path with --path.`,
    );
  }
}

/** Asserts that a remote can fill a slot. @throws {RemoteOptionsError} */
export function assertSlotName(slot: string): asserts slot is SlotName {
  if ((slotNames as readonly string[]).includes(slot)) return;
  throw new RemoteOptionsError(
    `"${slot}" is no slot that components fill: choose one of ${slotNames.join(', ')}. Links need no option: CONTRIBUTING.md "Fill a slot".`,
  );
}
