import type { ForcedChange } from '../../api/responses';
import { whoGets } from '../format/format';

/** What is asked of a second person, in words. */
export interface ApprovalWords {
  /** After `asks to`. */
  deed: string;
  forWhom: string;
  /** What the last yes says. */
  yes: string;
  /** What was done then. */
  done: string;
}

/** Words for a forced change: of the request, of the answer, and of what came of it. */
export function wordsOf(asked: ForcedChange): ApprovalWords {
  if (asked.kind === 'promote') {
    const forWhom = `for ${asked.canary ? whoGets(asked.canary) : 'everybody'}`;
    return { deed: 'promote', forWhom, yes: 'Yes, promote it with my name', done: 'Promoted' };
  }
  if (asked.share === 'complete') {
    const yes = 'Yes, complete it with my name';
    return { deed: 'complete the canary', forWhom: 'for everybody', yes, done: 'Canary completed' };
  }
  const forWhom = `to ${asked.share} % of the visitors`;
  return { deed: 'roll the canary out', forWhom, yes: 'Yes, roll it out with my name', done: 'Rolled out' };
}
