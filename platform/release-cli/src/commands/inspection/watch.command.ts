import { type MonitorHalt, monitorCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import { followWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import { defineCommand } from '../../cli/command';
import { formatMetrics } from '../../format/format-metrics';

export const watch = defineCommand<[], object>({
  name: 'watch',
  summary: 'polls the figures and halts each canary that is significantly worse, and delivers webhooks, until Ctrl-C',
  examples: ['watch --env production'],
  access: 'sign',
  isContinuous: true,
  run: async ({ environment, host, print }) => {
    // A canary can change any app. A person who may not halt every canary would watch without effect.
    environment.authorize?.({ action: 'rollback', apps: ['*'], state: null });
    let lastText = '';
    let polls = 0;
    const halted: MonitorHalt[] = [];
    const ended = new AbortController();
    const deliveries = followWebhooks(environment, host.webhooks ?? [], {
      signal: ended.signal,
      onError: (error) => {
        const message = error instanceof Error ? error.message : String(error);
        print({ lines: [`Webhooks cannot be delivered: ${message}`], data: { error: message } });
      },
    });
    await monitorCanaries(environment, {
      check: createPromotionCheck(environment, [], host.smokeTest),
      ...(host.interrupted ? { signal: host.interrupted } : {}),
      onCheck: (report) => {
        polls++;
        const running = report.canaries.map(({ apps }) => apps.join(' and ')).join('; ');
        const canaries = running ? `canaries of ${running}` : 'no canary runs';
        const lines = [`${report.env}, change ${report.head}: ${canaries}`, ...formatMetrics(report)];
        const text = lines.join('\n');
        if (text !== lastText) print({ lines, data: { report } });
        lastText = text;
      },
      onHalt: (halt) => {
        halted.push(halt);
        const whose = halt.owner ? ` (${halt.owner})` : '';
        print({
          lines: [`The canary of ${halt.apps.join(' and ')}${whose} is halted: ${halt.reason}`],
          data: { halt },
        });
      },
      onError: (error) => {
        const message = error instanceof Error ? error.message : String(error);
        print({ lines: [`The figures cannot be read: ${message}`], data: { error: message } });
      },
    });
    ended.abort();
    await deliveries;
    return {
      lines: [`Watched ${environment.name}: ${polls} poll${polls === 1 ? '' : 's'}.`],
      data: { polls, halted },
    };
  },
});
