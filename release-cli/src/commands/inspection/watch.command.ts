import { monitorCanary } from '@shop/releases/canary-analysis/canary-monitor';
import { defineCommand } from '../../cli/command';
import { formatMetrics } from '../../format/format-metrics';

export const watch = defineCommand<[], object>({
  name: 'watch',
  summary: 'polls the figures and halts a canary that is significantly worse, until Ctrl-C',
  examples: ['watch --env production'],
  access: 'sign',
  isContinuous: true,
  run: async ({ environment, host, print }) => {
    // A canary can change any app. A person who may not halt every canary would watch without effect.
    environment.authorize?.({ action: 'rollback', apps: ['*'], state: null });
    let lastText = '';
    let polls = 0;
    const halted: string[] = [];
    await monitorCanary(environment, {
      ...(host.interrupted ? { signal: host.interrupted } : {}),
      onCheck: (report) => {
        polls++;
        const canary = report.canary ? `canary ${report.canary.composition} runs` : 'no canary runs';
        const lines = [`${report.env}, change ${report.head}: ${canary}`, ...formatMetrics(report)];
        const text = lines.join('\n');
        if (text !== lastText) print({ lines, data: { report } });
        lastText = text;
      },
      onHalt: (reason) => {
        halted.push(reason);
        print({ lines: [`The canary is halted: ${reason}`], data: { halt: reason } });
      },
      onError: (error) => {
        const message = error instanceof Error ? error.message : String(error);
        print({ lines: [`The figures cannot be read: ${message}`], data: { error: message } });
      },
    });
    return {
      lines: [`Watched ${environment.name}: ${polls} poll${polls === 1 ? '' : 's'}.`],
      data: { polls, halted },
    };
  },
});
