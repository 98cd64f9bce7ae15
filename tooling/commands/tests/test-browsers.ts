import { findOtherBrowsers } from '../../browsers/other-browsers-command';
import { runCommand } from '../../run-command';
import { runProgram } from '../../test-run/run-program';

/** `npm run test:browsers` runs the purchase in Firefox and WebKit. */
const { missing, run } = findOtherBrowsers();
for (const line of missing) console.error(line);
await runCommand(async () => {
  if (!run) return 1;
  await runProgram(run.command, [...run.args, '--reporter', 'list'], run.env);
  return 0;
});
