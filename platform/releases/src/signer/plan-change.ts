import type { TrustedKeys } from '../signing/signed-document';
import type { Canary } from '../state/canary';
import { assignSlots } from '../state/canary-slots';
import { composeCanary } from '../state/compose';
import { type Apps, getReleases, isSameComposition, readComposition } from '../state/composition';
import type { LiveState } from '../state/environment';
import type { Head } from '../state/head';
import { listCompositions } from '../state/live-state';
import { type ChangeRequest, type PlannedCanary, type PlannedComposition, SignerRefusedError } from '../state/signer';
import type { DocumentReader } from '../store/release-store';

/** A composition of the next HEAD: a new one, or a reference to a signed one. */
export interface Planned {
  apps: Apps;
  composition: PlannedComposition;
}

export interface PlannedChange {
  request: ChangeRequest;
  state: LiveState | null;
  seq: number;
  live: Planned;
  /** Whether visitors outside canaries get another composition. */
  isLiveChanged: boolean;
  canaries: (PlannedCanary & Planned & Pick<Canary, 'slots' | 'start'>)[];
  locks: Head['locks'];
  subject?: PlannedCanary;
}

/**
 * Completes a request with the state that it starts from. The compositions of canaries follow from the live one, and their slots
 * from those that they have.
 *
 * @throws {SignerRefusedError} When the request names no live composition, or an app or a canary that does not exist.
 * @throws {CorruptDocumentError} When the request refers to a composition without a valid signature.
 */
export async function planChange(
  request: ChangeRequest,
  state: LiveState | null,
  { documents, trusted }: { documents: DocumentReader; trusted: TrustedKeys },
): Promise<PlannedChange> {
  const { env, action } = request;
  const composition = request.live ?? state?.head.live;
  if (!composition || (!state && action !== 'promote')) {
    throw new SignerRefusedError(`${env} has nothing live yet, so it starts with a promotion.`);
  }
  const apps = 'key' in composition ? await readComposition(documents, composition, trusted) : composition;
  if ('env' in apps && apps.env !== env) {
    throw new SignerRefusedError(`A composition of the environment ${String(apps.env)} cannot be live in ${env}.`);
  }
  const running: readonly PlannedCanary[] = request.canaries ?? state?.head.canaries ?? [];
  const subject = [...running, ...(state?.head.canaries ?? [])].find(({ id }) => id === request.canary);
  if (request.canary !== undefined && !subject) {
    throw new SignerRefusedError(`The canary ${request.canary} is neither running nor starting.`);
  }
  const plan = (canary: PlannedCanary): Planned => {
    const made = composeCanary(env, apps, canary);
    const served = listCompositions(state).find((known) => isSameComposition(known.composition, made));
    return served ? { apps: served.composition, composition: served.ref } : { apps: made, composition: made };
  };
  const { live } = state?.head ?? {};
  const seq = (state?.head.seq ?? 0) + 1;
  const findOld = ({ id }: PlannedCanary) => state?.head.canaries.find((canary) => canary.id === id);
  return {
    ...{ request, state, seq, live: { apps, composition } },
    isLiveChanged: !('key' in composition) || composition.key !== live?.key || composition.sha256 !== live.sha256,
    canaries: assignSlots(running, (canary) => findOld(canary)?.slots ?? []).map((canary) => ({
      ...{ ...canary, start: findOld(canary)?.start ?? seq },
      ...plan(canary),
    })),
    locks: planLocks(request, state, apps),
    ...(subject ? { subject } : {}),
  };
}

/** Only `lock` and `unlock` change the locks, and each changes one. */
function planLocks({ action, app = '', author }: ChangeRequest, state: LiveState | null, live: Apps): Head['locks'] {
  const locks = state?.head.locks ?? {};
  if (action !== 'lock' && action !== 'unlock') return locks;
  const isApp = app === '*' || getReleases(live).some((release) => release.app === app);
  const isLocked = Object.hasOwn(locks, app);
  if (action === 'lock' ? !isApp || isLocked : !isLocked) {
    throw new SignerRefusedError(`${JSON.stringify(app)} is not an app that can be ${action}ed.`);
  }
  if (action === 'lock') return { ...locks, [app]: { ...author, at: new Date().toISOString() } };
  const { [app]: _, ...others } = locks;
  return others;
}
