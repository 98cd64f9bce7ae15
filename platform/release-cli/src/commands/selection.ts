import type { CanaryPlan } from '@shop/releases/change-model/canary-plan';
import type { PinnedRelease } from '@shop/releases/release/release';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { readLiveState } from '@shop/releases/state/live-state';
import { type CommandRun, UsageError } from '../cli/command';
import { findPublishedRelease } from '../published/published-releases';

export interface SelectionOptions {
  /** Environment whose live releases are selected. */
  from?: string;
  removeApp?: string[];
  removePath?: string[];
}

/**
 * Finds the releases that a command line selects: those that it names, or with `--from` those that are live in another
 * environment and differ here.
 *
 * @throws {UsageError} When it selects nothing, or names an app that is not live in the other environment.
 */
export async function findReleases(
  { environment, options: { from, removeApp = [] } }: CommandRun<unknown, SelectionOptions>,
  names: readonly string[],
  verb: string,
): Promise<PinnedRelease[]> {
  const { store, name: env } = environment;
  if (from === undefined) {
    if (names.length + removeApp.length > 0) {
      return Promise.all(names.map((name) => findPublishedRelease(store, name)));
    }
    throw new UsageError(
      `Name a release to ${verb}, such as mf-catalog@1.2.0, or an environment, such as --from staging.`,
    );
  }
  if (from === env) throw new UsageError(`--from and --env are both ${env}: name two environments.`);
  const [source, state] = await Promise.all([
    readLiveState({ ...environment, name: from }),
    readLiveState(environment),
  ]);
  if (!source) throw new UsageError(`${from} has no live composition: name another environment after --from.`);
  const live = getReleases(source.live);
  const unknown = names.find((name) => !live.some(({ app }) => app === name));
  if (unknown) {
    throw new UsageError(
      `"${unknown}" is not an app of ${from}: choose from ${live.map(({ app }) => app).join(', ')}.`,
    );
  }
  const differing = compareCompositions(state?.live ?? null, source.live).flatMap(({ after }) => after ?? []);
  return differing.filter(({ app }) => names.length === 0 || names.includes(app));
}

export interface CanaryOptions {
  /** Percent of the visitors. */
  canary?: number;
  /** The first share and the stages after it. */
  stages?: Pick<CanaryPlan, 'share' | 'stages'>;
  staff?: true;
  regions?: string[];
  groups?: string[];
}

/** Reads the audience of the canary. @throws {UsageError} When a list is given without a canary. */
export function readAudience({ canary, stages: plan, ...lists }: CanaryOptions): CanaryPlan | null {
  if (canary !== undefined && plan) {
    throw new UsageError('--stages starts with its first share: leave --canary out.');
  }
  const share = canary ?? plan?.share;
  const audience = pickCanaryAudience({ share: share ?? 0, ...lists });
  if (share !== undefined) return { ...audience, ...(plan ? { stages: plan.stages } : {}) };
  if (Object.keys(audience).length === 1) return null;
  throw new UsageError(
    '--staff, --regions and --groups need a canary: add --canary and a share, such as --canary 10, or --stages.',
  );
}
