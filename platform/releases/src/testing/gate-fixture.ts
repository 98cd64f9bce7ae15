import type { Gate, GateContext } from '../gates/gate';
import type { Release } from '../release/release';
import { createFakeRelease } from './fake-build';
import { createMemoryStore } from './memory-store';

/** A shell and a remote that fit. */
export const fakeShell = createFakeRelease({ app: 'shell' });
export const fakeRemote = createFakeRelease({ app: 'mf-a', paths: { home: '/a' } });

/** What a gate checks: the composition of {@link fakeShell} and {@link fakeRemote} with other releases, and nothing live. */
export interface GateChange extends Partial<Pick<GateContext, 'store' | 'live'>> {
  /** Fields of the shell. */
  shell?: Partial<Release>;
  remotes?: readonly Release[];
}

/** Runs one gate. */
export function checkGate(gate: Gate, { store = createMemoryStore(new Map()), live = [], ...change }: GateChange) {
  const composition = { shell: { ...fakeShell, ...change.shell }, remotes: [...(change.remotes ?? [fakeRemote])] };
  const acceptForced: GateContext['acceptForced'] = async (_gate, problems) => [...problems];
  return gate.check({ store, composition, ...composition, live, acceptForced });
}
