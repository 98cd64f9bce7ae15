import { complete, halt, rollout as rolloutCanary } from '@shop/releases/actions/rollout';
import { listCanaryApps } from '@shop/releases/canaries/canary';
import { findCanary } from '@shop/releases/canaries/find-canary';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand, UsageError } from '../../cli/command';
import { parseInteger, reasonOption } from '../../cli/parse-values';
import { stateResult } from '../../format/format-state';
import { createGates, declareForce, type ForceOptions, readForce } from './gate-options';
import { readHalted } from './read-halted';

type Step = number | 'complete' | 'halt';

const parseShare = parseInteger(1, 100);
const parseStep = (text: string): Step =>
  text === 'complete' || text === 'halt' ? text : parseShare(text, 'The share');

export const rollout = defineCommand<[step: Step, app?: string], ForceOptions>({
  name: 'rollout',
  summary: 'raises the share of a canary, completes it for every visitor, or halts it',
  examples: [
    'rollout 50 mf-catalog',
    'rollout complete mf-catalog',
    'rollout halt mf-catalog --reason "prices are missing"',
  ],
  declare: (parser) =>
    declareForce(
      parser
        .argument('<share|complete|halt>', 'share of the visitors in percent (1 to 100), complete, or halt', parseStep)
        .argument('[app]', 'an app of the canary; may be left out while one canary is running')
        .addOption(reasonOption()),
    ),
  access: 'sign',
  run: async (run) => {
    const { environment, options } = run;
    const [step, app] = run.words;
    const selector = app ? { app } : {};
    if (step === 'halt') {
      if (options.force || options.approvedBy !== undefined) {
        throw new UsageError('A halt runs no gates: leave --force and --approved-by out.');
      }
      return stateResult(await halt(environment, run.author, selector));
    }
    const canary = findCanary(await readLiveState(environment), selector);
    const { isForced, author } = readForce(run, listCanaryApps(canary));
    // Another canary may start while the gates run. This command must not change that canary.
    const gates = { check: createGates(run), isForced, canary: { id: canary.id } };
    if (step !== 'complete') return stateResult(await rolloutCanary(environment, step, author, gates));
    const state = await complete(environment, author, gates);
    return stateResult(state, undefined, await readHalted(environment, state));
  },
});
