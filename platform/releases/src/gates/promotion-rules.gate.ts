import { formatUtc } from '../change-model/stages';
import { getReleasePrefix, isSameRelease, type Release } from '../release/release';
import { readAuditLog } from '../state/audit-log';
import { getReleases, readComposition } from '../state/composition';
import type { Environment, PolicyRules } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { CorruptDocumentError } from '../store/parse-json';
import type { Gate, Problem } from './gate';

interface LiveTime {
  /** Milliseconds for which every visitor had the release, in all. */
  duration: number;
  isLive: boolean;
}

/**
 * Reads from the audit log of an environment for how long releases were live. It stops at the first release's publication, or when
 * every release was live long enough.
 */
async function readLiveTimes(
  environment: Pick<Environment, 'store' | 'name' | 'trusted'>,
  releases: readonly Release[],
  enough: number,
): Promise<ReadonlyMap<string, LiveTime>> {
  const { store, trusted } = environment;
  const times = new Map<string, LiveTime>();
  const state = await readLiveState(environment);
  if (!state) return times;
  const firstPublished = Math.min(...releases.map(({ publishedAt }) => Date.parse(publishedAt)));
  let until = Date.now();
  let composition = state.live;
  let { live: ref } = state.head;
  for await (const { at, live } of readAuditLog(store, state.head.log, trusted)) {
    if (live.key !== ref.key) composition = await readComposition(store, live, trusted);
    ref = live;
    const since = Date.parse(at);
    for (const release of getReleases(composition).map(getReleasePrefix)) {
      const time = times.get(release) ?? { duration: 0, isLive: composition === state.live };
      times.set(release, { ...time, duration: time.duration + Math.max(0, until - since) });
    }
    until = since;
    const isEnough = releases.every((release) => (times.get(getReleasePrefix(release))?.duration ?? -1) >= enough);
    if (since < firstPublished || isEnough) break;
  }
  return times;
}

function formatRemedy(time: LiveTime | undefined, { env, enough }: { env: string; enough: number }): string {
  if (!time) return `promote it in ${env} first`;
  const { duration, isLive } = time;
  const minutes = Math.floor(duration / 60_000);
  const was = `it was live there for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return isLive
    ? `${was}, so wait until ${formatUtc(Math.ceil((Date.now() + enough - duration) / 60_000) * 60_000)}`
    : `${was}, so promote it in ${env} again`;
}

/**
 * Creates the gate that lets a release into an environment when every visitor of another environment has had it for some time. A
 * release that is or was live here passes: a rollback must not depend on the other environment.
 *
 * @see docs/decisions/0065-release-service.md
 */
export const createPromotionRulesGate = (policy?: { environment: Environment; rules: PolicyRules }): Gate => ({
  name: 'promotion-rules',
  check: async ({ shell, remotes, liveComposition }) => {
    const { after, liveMinutes = 0 } = policy?.rules ?? {};
    if (!policy || after === undefined) return [];
    const { environment } = policy;
    const live = liveComposition ? getReleases(liveComposition) : [];
    const added = [shell, ...remotes].filter((release) => !live.some((other) => isSameRelease(other, release)));
    if (added.length === 0) return [];
    const enough = liveMinutes * 60_000;
    const toProblem = ({ app, version }: Release, remedy: string): Problem => {
      const time = liveMinutes > 0 ? ` for ${liveMinutes} minutes` : '';
      return {
        app,
        problem: `version ${version} has to be live in ${after}${time} before ${environment.name}`,
        remedy,
      };
    };
    try {
      const times = await readLiveTimes({ ...environment, name: after }, added, enough);
      const early = added.filter((release) => (times.get(getReleasePrefix(release))?.duration ?? -1) < enough);
      if (early.length === 0) return [];
      const own = await readLiveTimes(environment, early, 0);
      return early
        .filter((release) => !own.has(getReleasePrefix(release)))
        .map((release) =>
          toProblem(release, formatRemedy(times.get(getReleasePrefix(release)), { env: after, enough })),
        );
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) throw error;
      return added.map((release) => toProblem(release, `the history cannot be read, so repair it: ${error.message}`));
    }
  },
});
