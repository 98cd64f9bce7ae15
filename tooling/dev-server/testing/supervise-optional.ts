import { Supervisor } from '../supervisor';

/** Supervises an optional server that is killed, and one that never starts. */
const supervisor = new Supervisor();
const entry = 'tooling/dev-server/testing/end-slowly.ts';
const started = await supervisor.startOptional('console', entry, 'No canary is watched.');
started?.process.kill('SIGKILL');
await new Promise((resolve) => started?.process.once('close', resolve));
await supervisor.startOptional('mail', 'tooling/dev-server/testing/none.ts', 'No mail is sent.');
await supervisor.startOptional('search', entry, 'Nothing is found.');
console.log('supervising');
