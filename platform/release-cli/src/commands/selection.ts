import type { ReleaseId } from '@shop/releases/release/release';
import { maxStages, type Stage } from '@shop/releases/state/canary';
import {
  type CanaryAudience,
  groupsRule,
  parseGroups,
  parseRegions,
  pickCanaryAudience,
  regionsRule,
} from '@shop/releases/state/canary-audience';
import { getReleases } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { parseEnvironmentName } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { Command } from 'commander';
import { type CommandRun, UsageError } from '../cli/command';
import { listOption, parseDuration, parseInteger, parseWith, valueOption } from '../cli/parse-values';
import { findPublishedRelease } from '../published/published-releases';

export interface RemovalOptions {
  removeApp?: string[];
  removePath?: string[];
}

export interface SelectionOptions extends RemovalOptions {
  /** Environment whose live releases are selected. */
  from?: string;
}

const parseFrom = (text: string, name: string) => parseWith(() => parseEnvironmentName(text, name));

export const declareSelection = (parser: Command): Command =>
  parser
    .argument(
      '[releases...]',
      'releases, such as mf-catalog@1.2.0; with --from, apps (default: every app that differs)',
    )
    .addOption(valueOption('--from <env>', 'select the live releases of another environment', parseFrom))
    .addOption(listOption('--remove-app <app>', 'remove an app from the composition (may be repeated)'))
    .addOption(listOption('--remove-path <path>', 'allow a live path to lose its owner (may be repeated)'));

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
): Promise<ReleaseId[]> {
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
    throw new UsageError(`"${unknown}" is no app of ${from}: choose from ${live.map(({ app }) => app).join(', ')}.`);
  }
  const differing = compareCompositions(state?.live ?? null, source.live).flatMap(({ after }) => after ?? []);
  return differing.filter(({ app }) => names.length === 0 || names.includes(app));
}

export interface CanaryOptions {
  /** Percent of the visitors. */
  canary?: number;
  /** The first share and the stages after it. */
  stages?: { share: number; stages: Stage[] };
  staff?: true;
  regions?: string[];
  groups?: string[];
}

/** Converts `5%/15m,25%/1h,100%`: the first share for 15 minutes, then 25 % for an hour, then every visitor. */
function parseStages(text: string, name: string): { share: number; stages: Stage[] } {
  const parts = text.split(',').map((part) => /^\s*(\d{1,3})%(?:\/(\d{1,5}[mhd]))?\s*$/.exec(part));
  const shares = parts.map((part) => Number(part?.[1] ?? 0));
  const isRising = shares.every((share, index) => share <= 100 && share > (shares[index - 1] ?? 0));
  const durations = parts.slice(0, -1).map((part) => part?.[2]);
  const isTimed = durations.every((duration) => duration !== undefined) && parts.at(-1)?.[2] === undefined;
  if (!isRising || !isTimed || parts.length < 2 || parts.length > maxStages + 1) {
    throw new UsageError(
      `${name} is "${text}": give rising shares with the time that each lasts, such as 5%/15m,25%/1h,100%.`,
    );
  }
  const stages = shares.slice(1).map((share, index) => ({
    share,
    afterMinutes: parseDuration(durations[index] ?? '', name) / 60_000,
  }));
  return { share: shares[0] ?? 0, stages };
}

const createListParser = (parse: typeof parseRegions, rule: string) => (text: string, name: string) => {
  const names = parse(text.split(','));
  if (names) return names;
  throw new UsageError(`${name} is "${text}": ${rule}.`);
};

/** Reads the audience of the canary. @throws {UsageError} When a list is given without a canary. */
export function readAudience({ canary, stages: plan, ...lists }: CanaryOptions): {
  canary: CanaryAudience | null;
  stages?: Stage[];
} {
  if (canary !== undefined && plan) {
    throw new UsageError('--stages starts with its first share: leave --canary out.');
  }
  const share = canary ?? plan?.share;
  const audience = pickCanaryAudience({ share: share ?? 0, ...lists });
  if (share !== undefined) return { canary: audience, ...(plan ? { stages: plan.stages } : {}) };
  if (Object.keys(audience).length === 1) return { canary: null };
  throw new UsageError(
    '--staff, --regions and --groups need a canary: add --canary and a share, such as --canary 10, or --stages.',
  );
}

/** Adds the options of a canary's audience. */
export const declareAudience = (parser: Command): Command =>
  parser
    .addOption(valueOption('--canary <percent>', 'share of the visitors, 0 to 100', parseInteger(0, 100)))
    .addOption(
      valueOption('--stages <plan>', 'shares with their times; "watch" or the service raises them', parseStages),
    )
    .option('--staff', 'give the canary to staff too')
    .addOption(
      valueOption(
        '--regions <codes>',
        'give the canary to visitors from regions too',
        createListParser(parseRegions, regionsRule),
      ),
    )
    .addOption(
      valueOption(
        '--groups <names>',
        'give the canary to groups of customers too',
        createListParser(parseGroups, groupsRule),
      ),
    );
