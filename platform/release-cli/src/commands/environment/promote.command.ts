import { type PromoteOptions, promote as promoteReleases } from '@shop/releases/actions/promote';
import { type CheckComposition, formatFinding } from '@shop/releases/actions/run-gates';
import { isBlocking } from '@shop/releases/history/audit-log';
import { parseRegions, regionsRule } from '@shop/releases/state/canary-audience';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand, UsageError } from '../../cli/command';
import { parseInteger, reasonOption, valueOption } from '../../cli/parse-values';
import { formatChanges, stateResult } from '../../format/format-state';
import { findPublishedRelease } from '../../published/find-published-release';
import {
  assertSelection,
  createGates,
  declareForce,
  declareRemoval,
  type ForceOptions,
  type RemovalOptions,
  readForce,
} from './gate-options';
import { readHalted } from './read-halted';

interface CanaryOptions {
  /** Percent of the visitors. */
  canary?: number;
  staff?: true;
  regions?: string[];
}

function parseRegionList(text: string, name: string): string[] {
  const regions = parseRegions(text.split(','));
  if (regions) return regions;
  throw new UsageError(`${name} is "${text}": ${regionsRule}.`);
}

/** Reads the audience of the canary. @throws {UsageError} When a list is given without a canary. */
function readAudience({
  canary,
  staff,
  regions = [],
}: CanaryOptions): Pick<PromoteOptions, 'canaryShare' | 'canaryAllowlist'> {
  if (canary !== undefined) {
    return {
      canaryShare: canary,
      canaryAllowlist: { ...(staff ? { staff } : {}), ...(regions.length > 0 ? { regions } : {}) },
    };
  }
  if (!staff && regions.length === 0) return {};
  throw new UsageError('--staff and --regions need a canary: add --canary and a share, such as --canary 10.');
}

/** Wraps the gates so that their warnings can be printed, each once. */
function collectWarnings(gates: CheckComposition): { check: CheckComposition; warnings: ReadonlySet<string> } {
  const warnings = new Set<string>();
  const check: CheckComposition = async (candidate) => {
    const findings = await gates(candidate);
    for (const finding of findings) if (!isBlocking(finding)) warnings.add(formatFinding(finding));
    return findings;
  };
  return { check, warnings };
}

export const promote = defineCommand<[names: string[]], CanaryOptions & RemovalOptions & ForceOptions>({
  name: 'promote',
  summary: 'makes releases live, for every visitor or for a canary first',
  examples: [
    'promote mf-catalog@1.2.0 --canary 10 --reason "faster lists"',
    'promote mf-catalog@1.2.0 --canary 0 --staff --regions KA,MH',
    'promote shell@2.0.0 mf-catalog@1.2.0',
  ],
  declare: (parser) =>
    declareForce(
      declareRemoval(parser)
        .addOption(valueOption('--canary <percent>', 'share of the visitors, 0 to 100', parseInteger(0, 100)))
        .option('--staff', 'give the canary to staff too')
        .addOption(valueOption('--regions <codes>', 'give the canary to visitors from regions too', parseRegionList))
        .addOption(reasonOption()),
    ),
  access: 'sign',
  run: async (run) => {
    const { environment, options } = run;
    const [names] = run.words;
    assertSelection(names, options, 'promote');
    const releases = await Promise.all(names.map((name) => findPublishedRelease(environment.store, name)));
    const removed = options.removeApp ?? [];
    const { isForced, author } = readForce(run, [...releases.map(({ app }) => app), ...removed]);
    const before = await readLiveState(environment);
    const { check, warnings } = collectWarnings(createGates(run, options));
    const state = await promoteReleases(environment, releases, author, {
      check,
      isForced,
      removed,
      ...readAudience(options),
    });
    const isChanged = !before || state.head.seq !== before.head.seq;
    const result = stateResult(state, before, isChanged ? await readHalted(environment, state) : []);
    if (!before || !isChanged) return result;
    const started = state.canaries.find(({ id }) => !before.canaries.some((canary) => canary.id === id));
    const changes = formatChanges(before.live, started?.composition ?? state.live).map((line) => `  ${line}`);
    return { ...result, lines: [...warnings, ...changes, ...result.lines] };
  },
});
