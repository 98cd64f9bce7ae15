import { formatFinding } from '@shop/releases/actions/run-gates';
import { isBlocking } from '@shop/releases/history/audit-log';
import { compose } from '@shop/releases/state/compose';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand } from '../../cli/command';
import { findPublishedRelease } from '../../published/find-published-release';
import { assertSelection, createGates, declareRemoval, type RemovalOptions } from './gate-options';

export const check = defineCommand<[names: string[]], RemovalOptions>({
  name: 'check',
  summary: 'runs the gates on the composition that a promotion would create; changes nothing',
  examples: ['check mf-catalog@1.2.0', 'check --remove-app mf-old --remove-path /old'],
  declare: declareRemoval,
  run: async (run) => {
    const { environment, options } = run;
    const [names] = run.words;
    assertSelection(names, options, 'check');
    const releases = await Promise.all(names.map((name) => findPublishedRelease(environment.store, name)));
    const state = await readLiveState(environment);
    const next = compose(environment.name, state?.live ?? null, releases, options.removeApp);
    const findings = await createGates(run, options)({ next, state });
    const isOk = !findings.some(isBlocking);
    return {
      lines: [isOk ? 'All gates pass.' : 'The gates refuse this composition:', ...findings.map(formatFinding)],
      data: { findings },
      isOk,
    };
  },
});
