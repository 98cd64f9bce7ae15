import { runProgram } from './run-program';

/** Installs what `npm test` needs, in a process of its own: package managers block the process that runs them. */
export const setUpMachineInBackground = (): Promise<void> =>
  runProgram(process.execPath, ['--import', 'tsx', 'tooling/commands/setup.ts']);
