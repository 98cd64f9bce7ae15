import { complete, getRunningCanary, halt, rollout as rolloutCanary } from '@shop/releases/actions/rollout';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand, UsageError } from '../../cli/command';
import { parseInteger, reasonOption } from '../../cli/parse-values';
import { stateResult } from '../../format/format-state';
import { createGates, declareForce, type ForceOptions, readForce } from './gate-options';

type Step = number | 'complete' | 'halt';

const parseShare = parseInteger(1, 100);
const parseStep = (text: string): Step =>
  text === 'complete' || text === 'halt' ? text : parseShare(text, 'The share');

export const rollout = defineCommand<[step: Step], ForceOptions>({
  name: 'rollout',
  summary: 'raises the share of the canary, completes it for every visitor, or halts it',
  examples: ['rollout 50', 'rollout complete', 'rollout halt --reason "prices are missing"'],
  declare: (parser) =>
    declareForce(
      parser
        .argument('<share|complete|halt>', 'share of the visitors in percent (1 to 100), complete, or halt', parseStep)
        .addOption(reasonOption()),
    ),
  access: 'sign',
  run: async (run) => {
    const { environment, options } = run;
    const [step] = run.words;
    if (step === 'halt') {
      if (options.force || options.approvedBy !== undefined) {
        throw new UsageError('A halt runs no gates: leave --force and --approved-by out.');
      }
      return stateResult(await halt(environment, run.author));
    }
    const { apps, candidate } = getRunningCanary(await readLiveState(environment));
    const { isForced, author } = readForce(run, apps);
    // Another canary may start while the gates run. This command must not change that canary.
    const gates = { check: createGates(run), isForced, compositionSeq: candidate.next.seq };
    return stateResult(
      step === 'complete'
        ? await complete(environment, author, gates)
        : await rolloutCanary(environment, step, author, gates),
    );
  },
});
