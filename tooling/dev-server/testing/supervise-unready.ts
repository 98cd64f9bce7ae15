import { Supervisor } from '../supervisor';

/** Supervises a server that never becomes ready. */
new Supervisor().start('gateway', 'tooling/dev-server/testing/ignore-everything.ts');
console.log('supervising');
