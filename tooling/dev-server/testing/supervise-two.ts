import { Supervisor } from '../supervisor';

/** Supervises two servers that need time to end. */
const supervisor = new Supervisor();
for (const name of ['gateway', 'store API']) supervisor.start(name, 'tooling/dev-server/testing/end-slowly.ts');
await supervisor.waitUntilReady();
console.log('supervising');
