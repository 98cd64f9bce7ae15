import { monitorCanary } from '@shop/releases/canary-analysis/canary-monitor';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { type Command, readBase, readDuration, textFlag } from '../cli/command';
import { describeHealth } from '../format/format-metrics';

export const watch: Command = {
  usage: '',
  says: 'shows how live and canary do, and halts a canary that is worse beyond chance; until Ctrl-C',
  does: 'signs',
  words: [0, 0],
  goesOn: true,
  run: async ({ environment, host, say }) => {
    // Nobody knows yet which apps a canary will change: a watch that may not halt it would only look.
    environment.authorize?.({ action: 'rollback', apps: ['*'], state: null });
    let last = '';
    let looks = 0;
    const halted: string[] = [];
    await monitorCanary(environment, {
      ...(host.interrupted ? { signal: host.interrupted } : {}),
      onCheck: (report) => {
        looks++;
        const canary = report.canary ? `canary ${report.canary.composition} runs` : 'no canary runs';
        const lines = [`${report.env}, change ${report.head}: ${canary}`, ...describeHealth(report)];
        const text = lines.join('\n');
        if (text !== last) say?.({ lines, data: { look: report } });
        last = text;
      },
      onHalt: (reason) => {
        halted.push(reason);
        say?.({ lines: [`The canary is halted: ${reason}`], data: { halt: reason } });
      },
      onError: (error) => {
        const trouble = error instanceof Error ? error.message : String(error);
        say?.({ lines: [`Health cannot be read: ${trouble}`], data: { trouble } });
      },
    });
    return {
      lines: [`Watched ${environment.name}; looked ${looks} time${looks === 1 ? '' : 's'}.`],
      data: { looks, halted },
    };
  },
};

export const staff: Command = {
  usage: '[--ttl 7d] [--base https://shop.example]',
  says: 'prints a link that makes a browser staff’s for a while: it gets canaries that are for staff',
  options: { ttl: { type: 'string' }, base: { type: 'string' } },
  does: 'signs',
  words: [0, 0],
  run: async ({ environment, flags, author }) => {
    const [duration, base] = [readDuration(textFlag(flags, 'ttl') ?? '7d'), readBase(flags)];
    const pass = await createStaffPass(environment, { by: author.by, duration });
    const link = `${base}/-/staff/${pass.id}`;
    return { lines: [link, `It works until ${pass.expiresAt}.`], data: { link, ...pass } };
  },
};
