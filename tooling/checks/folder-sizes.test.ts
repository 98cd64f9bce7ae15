import path from 'node:path';
import { listRepositoryFiles } from './repository-files';

const maxFiles = 14;

/** Folders that may hold more files, and why. */
const exceptions: Readonly<Record<string, string>> = {};

test(`no folder holds more than ${maxFiles} source files, tests not counted`, () => {
  const counts = new Map<string, number>();
  for (const file of listRepositoryFiles()) {
    if (!/\.(tsx?|mjs|cjs)$/.test(file) || /\.(test|spec)\.tsx?$|\.d\.ts$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const tooLarge = [...counts].filter(([folder, count]) => count > maxFiles && !(folder in exceptions));
  expect(tooLarge.map(([folder, count]) => `${folder}: ${count} files`)).toEqual([]);
  expect(Object.keys(exceptions).filter((folder) => (counts.get(folder) ?? 0) <= maxFiles)).toEqual([]);
});
