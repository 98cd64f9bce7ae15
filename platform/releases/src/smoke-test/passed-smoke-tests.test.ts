import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../gates/gate';
import { createTestFolder } from '../testing/test-resources';
import { type ReuseOptions, reusePassedSmokeTests } from './passed-smoke-tests';

const folder = createTestFolder();
let count = 0;
const createFile = () => path.join(folder, String(++count), 'passed.json');

const release = (app: string, pin = app) => ({ app, version: '1.0.0', digest: '0123456789ab', sha256: pin });
const candidate = { env: 'production', shell: release('shell'), remotes: [release('mf-a')] };

/** A smoke test whose runs are counted. Another call with the same file is another command. */
function open(file: string, options: Partial<ReuseOptions> & { problems?: Problem[] } = {}) {
  const { problems = [], ...more } = options;
  const runs = jest.fn(async () => problems);
  return { runs, test: reusePassedSmokeTests(runs, { file, getVersion: async () => 'one', ...more }) };
}

test('a passed smoke test of the same composition is reused by the next command', async () => {
  const file = createFile();
  await open(file).test(candidate);
  const next = open(file);
  expect(await next.test(structuredClone(candidate))).toEqual([]);
  expect(next.runs).not.toHaveBeenCalled();
});

test.each([
  ['of another release', { ...candidate, remotes: [release('mf-a', 'other bytes')] }, {}],
  ['of another environment', { ...candidate, env: 'staging' }, {}],
  ['with fewer remotes', { ...candidate, remotes: [] }, {}],
  ['with another version of the gates', candidate, { getVersion: async () => 'two' }],
  ['a day later', candidate, { now: () => Date.now() + 86_400_001 }],
  ['before it passed, by the clock', candidate, { now: () => Date.now() - 60_000 }],
])('a composition %s is tested again', async (_what, other, options) => {
  const file = createFile();
  await open(file).test(candidate);
  const next = open(file, options);
  await next.test(other);
  expect(next.runs).toHaveBeenCalledTimes(1);
});

test('a composition is tested again beside another live composition', async () => {
  const file = createFile();
  const live = { shell: release('shell'), remotes: [release('mf-a', 'earlier')] };
  await open(file).test(candidate, live);
  const next = open(file);
  await next.test(candidate, structuredClone(live));
  expect(next.runs).not.toHaveBeenCalled();
  await next.test(candidate, { ...live, remotes: [release('mf-a', 'slower')] });
  expect(next.runs).toHaveBeenCalledTimes(1);
});

test('problems, an error and a composition without pins are never reused', async () => {
  const file = createFile();
  const problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look' };
  const failing = open(file, { problems: [problem] });
  for (let run = 0; run < 2; run++) expect(await failing.test(candidate)).toEqual([problem]);
  const { sha256: _, ...unpinned } = release('mf-a');
  const sound = open(file);
  for (let run = 0; run < 2; run++) await sound.test({ ...candidate, remotes: [unpinned] });
  expect([failing.runs.mock.calls.length, sound.runs.mock.calls.length]).toEqual([2, 2]);
});

test('a damaged file is replaced, and the file keeps 200 compositions', async () => {
  const file = createFile();
  await open(file).test(candidate);
  writeFileSync(file, '{"half');
  const next = open(file);
  for (let index = 0; index < 210; index++) {
    await next.test({ ...candidate, remotes: [release('mf-a', String(index))] });
  }
  expect(next.runs).toHaveBeenCalledTimes(210);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(200);
});
