import { recoverHead as signNewHead } from '@shop/releases/actions/recover-head';
import { defineCommand } from '../../cli/command';
import { reasonOption } from '../../cli/parse-values';
import { stateResult } from '../../format/format-state';
import { assertReason } from './gate-options';

const note = 'The locks and the canaries are lost: check that the right composition is live, then lock again.';

export const recoverHead = defineCommand<[], object>({
  name: 'recover-head',
  summary: 'signs a new HEAD from the newest entry of the audit log when HEAD is missing or damaged',
  examples: ['recover-head --reason "disk failed"'],
  declare: (parser) => parser.addOption(reasonOption()),
  access: 'sign',
  run: async ({ environment, author }) => {
    assertReason(author, 'A recovery');
    const result = stateResult(await signNewHead(environment, author));
    return { ...result, lines: [...result.lines, note] };
  },
});
