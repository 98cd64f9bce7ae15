import { kinds } from '../change-model/changes';
import type { RunningCanaries } from '../change-model/define-kind';
import type { PinnedRelease } from '../release/release';
import type { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import type { Finding } from './audit-log';
import { formatCanary, listCanaryApps, toCanaryName } from './canary';
import { getReleases, type PinnedComposition, readComposition } from './composition';
import type { Environment, LiveState, RunningCanary } from './environment';
import { type Freeze, findFreeze } from './freezes';
import { type Head, type HeadReader, readHead } from './head';
import type { Signer } from './signer';

export interface ReadableEnvironment extends Pick<Environment, 'name' | 'trusted'> {
  store: HeadReader;
}

/**
 * Reads HEAD and its compositions.
 *
 * @returns With the tag that a swap of HEAD needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD is lost, or HEAD or a composition is invalid.
 */
export async function readLiveState(environment: ReadableEnvironment): Promise<(LiveState & { tag: string }) | null> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  return found && { ...(await readCompositions(environment, found.head)), tag: found.tag };
}

/** Reads the compositions of a HEAD. @param state The previous state; compositions that it shares are not read again. */
export async function readCompositions(
  { store, trusted }: Pick<ReadableEnvironment, 'store' | 'trusted'>,
  head: Head,
  state?: LiveState | null,
): Promise<LiveState> {
  const known = new Map(listCompositions(state).map(({ ref, composition }) => [ref.key, composition]));
  const read = async (ref: DocumentRef): Promise<PinnedComposition> =>
    known.get(ref.key) ?? readComposition(store, ref, trusted);
  const [live, canaries] = await Promise.all([
    read(head.live),
    Promise.all(head.canaries.map(async (canary) => ({ ...canary, composition: await read(canary.composition) }))),
  ]);
  return { head, live, canaries };
}

export function listCompositions(
  state: LiveState | null | undefined,
): { ref: DocumentRef; composition: PinnedComposition }[] {
  if (!state) return [];
  const { head, live } = state;
  const canaries = head.canaries.flatMap(({ composition: ref }, index) => {
    const composition = state.canaries[index]?.composition;
    return composition ? [{ ref, composition }] : [];
  });
  return [{ ref: head.live, composition: live }, ...canaries];
}

/** Lists the releases that visitors have: those of the live composition and of each canary. */
export const listServedReleases = ({ live, canaries }: LiveState): PinnedRelease[] =>
  [live, ...canaries.map(({ composition }) => composition)].flatMap(getReleases);

/** @returns The signer of changes. @throws When there is none, it cannot be reached, or its key is not trusted here. */
export async function getSigner({ name, signer, trusted }: Environment): Promise<Signer> {
  if (!signer) throw new Error(`${name} cannot be changed from here: there is no signer`);
  const keyId = await signer.getKeyId();
  if (trusted.has(keyId)) return signer;
  throw new Error(
    `${name} cannot be changed with the key ${keyId}: no gateway would trust what it signs. Add its public key to trusted/.`,
  );
}

/** Lists the running canaries for the table of changes. */
export const toRunningCanaries = (state: LiveState | null): RunningCanaries | null =>
  state && { canaries: state.canaries.map(toCanaryName) };

/** Names one canary of an environment. */
export interface CanarySelector {
  /** An app that the canary changes. No two canaries change the same app. */
  app?: string;
  /** The id of the canary. Fails when that canary has ended, even if another one of the same app is running. */
  id?: string;
}

/**
 * Finds a running canary. Without a selector it finds the only one.
 *
 * @throws When there is no such canary, or when several are running and the selector is empty. The message lists them.
 */
export function findCanary(state: LiveState | null, { app, id }: CanarySelector = {}): RunningCanary {
  const { canaries = [] } = state ?? {};
  const found = canaries.filter(
    (canary) => (id === undefined || canary.id === id) && (!app || listCanaryApps(canary).includes(app)),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (id !== undefined)
    throw new ConflictError('That canary has ended in the meantime: check what is running, then try again.');
  if (canaries.length === 0) throw new ConflictError('No canary is running.');
  const running = canaries.map(formatCanary).join('; ');
  if (app) throw new ConflictError(`No canary of ${app} is running. Running: ${running}.`);
  throw new ConflictError(`${canaries.length} canaries are running, so name one by its app. Running: ${running}.`);
}

/** @throws When one of the apps, or the environment, is locked. */
export function assertNotLocked(state: LiveState | null, apps: readonly string[]): void {
  for (const app of ['*', ...apps]) {
    const lock = state?.head.locks[app];
    if (!lock) continue;
    const what = app === '*' ? state.head.env : app;
    throw new ConflictError(`${what} is locked by ${lock.by} since ${lock.at}: ${lock.reason}. Unlock it first.`);
  }
}

/** A freeze of the release policy stops a change. It can be forced. */
export class FrozenError extends ConflictError {
  override name = 'FrozenError';

  constructor(readonly finding: Finding) {
    super(`${finding.problem}: ${finding.remedy}.`);
  }
}

/**
 * Checks that the policy, the locks and the freezes allow a change that brings apps to more visitors.
 *
 * @returns The freeze that a forced change overrides, for the audit log.
 * @throws {NotAllowedError} When the policy does not allow it.
 * @throws {FrozenError} During a freeze. Another error when an app or the environment is locked.
 */
export async function assertChangeable(
  { name, authorize, loadRules }: Environment,
  state: LiveState | null,
  apps: readonly string[],
  isForced: boolean,
): Promise<Finding[]> {
  authorize?.({ action: kinds.promote.permission, apps, state });
  if (isForced) authorize?.({ action: 'force', apps, state });
  assertNotLocked(state, apps);
  const { freezes } = (await loadRules?.()) ?? {};
  const finding = findFreezeFinding(name, freezes, apps);
  if (!finding) return [];
  if (!isForced) throw new FrozenError(finding);
  return [finding];
}

/** Finds the freeze that stops a change of apps now. */
export function findFreezeFinding(
  env: string,
  freezes: readonly Freeze[] | undefined,
  apps: readonly string[],
): Finding | null {
  const freeze = findFreeze(freezes ?? [], apps, Date.now());
  if (!freeze) return null;
  const { app, description } = freeze;
  return {
    gate: 'promotion-rules',
    app: app === '*' ? 'composition' : app,
    problem: app === '*' ? `${env} is ${description}` : `${app} in ${env} is ${description}`,
    remedy: 'wait, or force it with a reason',
  };
}
