import { recoverHead } from '@shop/releases/actions/recover-head';
import { type Command, UsageError } from '../../cli/command';
import { describeState } from '../../format/format-state';

export const repair: Command = {
  usage: '--reason "…"',
  says: 'signs HEAD anew from the newest log entry, when it is missing or damaged',
  does: 'signs',
  words: [0, 0],
  run: async ({ environment, author }) => {
    if (!author.reason) throw new UsageError('A repair needs a reason: add --reason "…".');
    const state = await recoverHead(environment, author);
    const { head, live, canary } = state;
    const note = 'Locks and a canary are gone: look whether this is what should be live, then lock what was locked.';
    return { lines: [...describeState(state), note], data: { head, live, canary } };
  },
};
