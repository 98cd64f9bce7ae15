import { startObjectStore } from './object-store';

/** Starts an object store that outlives this process, and prints its settings, process ids and folder as JSON. */
startObjectStore().then(
  (store) => process.stdout.write(JSON.stringify(store)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
