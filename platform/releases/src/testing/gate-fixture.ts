import type { Gate } from '../gates/gate';
import { publish } from '../release/publish';
import type { Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { writeFakeBuild } from './fake-build';

/** A shell and a remote that fit, and the change of a composition that a gate checks. */
export interface GateFixture {
  shell: Release;
  remote: Release;
  /** Creates what a gate checks. */
  createContext: (
    shell: Release,
    remotes: readonly Release[],
    live?: readonly Release[],
  ) => Parameters<Gate['check']>[0];
  /** Checks the shell, with other fields, and the remotes. Default: the remote alone, and nothing live. */
  check: (
    gate: Gate,
    change: { shell?: Partial<Release>; remotes?: Release[]; live?: Release[] },
  ) => ReturnType<Gate['check']>;
}

/** Publishes the releases of a gate's test. */
export async function createGateFixture(store: ReleaseStore): Promise<GateFixture> {
  const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  const remote = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }), commit: '' });
  const createContext: GateFixture['createContext'] = (used, remotes, live = []) => ({
    store,
    composition: { shell: used, remotes: [...remotes] },
    shell: used,
    remotes,
    live,
  });
  return {
    shell,
    remote,
    createContext,
    check: (gate, { live = [], ...change }) =>
      gate.check(createContext({ ...shell, ...change.shell }, change.remotes ?? [remote], live)),
  };
}
