import { type HaltedCanary, readAuditLog } from '@shop/releases/history/audit-log';
import type { Environment, LiveState } from '@shop/releases/state/environment';

/** Reads the canaries of other apps that the newest change of a state ended. */
export async function readHalted(
  { store, trusted }: Environment,
  { head }: Pick<LiveState, 'head'>,
): Promise<readonly HaltedCanary[]> {
  for await (const { halted } of readAuditLog(store, head.log, trusted)) return halted;
  return [];
}
