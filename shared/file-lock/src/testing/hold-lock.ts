import { acquireFileLock } from '../file-lock';

/** A program for tests: acquires the lock of the folder in its first argument, says so, and holds it until it is killed. */
const [, , folder = ''] = process.argv;
const { fencingNumber } = await acquireFileLock(folder);
process.stdout.write(`${fencingNumber}\n`);
setInterval(() => undefined, 60_000);
