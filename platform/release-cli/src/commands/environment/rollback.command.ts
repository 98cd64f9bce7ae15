import { rollback as rollbackEnvironment } from '@shop/releases/actions/rollback';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand } from '../../cli/command';
import { parseChangeNumber, reasonOption, valueOption } from '../../cli/parse-values';
import { stateResult } from '../../format/format-state';
import { createGates } from './gate-options';
import { readHalted } from './read-halted';

export const rollback = defineCommand<[app?: string], { to?: number }>({
  name: 'rollback',
  summary: 'restores the composition before the last one, for every app or for one app',
  examples: ['rollback --reason "cards broke"', 'rollback mf-catalog', 'rollback --to 12'],
  declare: (parser) =>
    parser
      .argument('[app]', 'name of one app')
      .addOption(valueOption('--to <change>', 'restore the composition after this change', parseChangeNumber))
      .addOption(reasonOption()),
  access: 'sign',
  run: async (run) => {
    const { environment, author, options } = run;
    const [app] = run.words;
    const before = await readLiveState(environment);
    const state = await rollbackEnvironment(environment, author, {
      check: createGates(run),
      ...(app ? { app } : {}),
      ...(options.to === undefined ? {} : { seq: options.to }),
    });
    const isChanged = state.head.seq !== before?.head.seq;
    return stateResult(state, before, isChanged ? await readHalted(environment, state) : []);
  },
});
