import path from 'node:path';
import type { Problem } from '@shop/releases/gates/gate';
import type { SmokeTestCandidate } from '@shop/releases/smoke-test/smoke-test.gate';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { type FakeBuildOptions, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import type { TypeProblem } from '../build/type-check';
import type { CommandHost } from '../cli/command';
import { runReleaseCli } from '../cli/release-cli';

const root = createTestFolder();
let terminals = 0;

/** Splits a command line at spaces. Double quotes keep spaces inside a word. */
export const splitLine = (line: string): string[] =>
  line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];

/** Creates a terminal of asha with an empty release store and with builds of shell, mf-a and mf-payment. */
export function createTerminal() {
  const store = createFileSystemStore(path.join(root, String(++terminals)));
  const production = createTestEnvironment(store);
  const smokeTested: SmokeTestCandidate[] = [];
  let smokeTestProblems: Problem[] = [];
  const typeChecked: Parameters<CommandHost['typeCheck']>[] = [];
  let typeProblems: TypeProblem[] = [];
  let bundle: Pick<FakeBuildOptions, 'packages' | 'sourceMap' | 'script'> = {};
  const paths: Record<string, Record<string, string>> = { 'mf-a': { home: '/a' }, 'mf-payment': { pay: '/pay' } };
  const host: CommandHost = {
    openEnvironment: async (name) => ({ ...production, name }),
    build: async (app, { version = '1.0.0' }) => ({
      appRoot: writeFakeBuild({ app, version, paths: paths[app] ?? {}, ...bundle }),
      commit: 'abc',
    }),
    typeCheck: async (...request) => {
      typeChecked.push(request);
      return typeProblems;
    },
    listApps: () => ['shell', 'mf-a', 'mf-payment'],
    smokeTest: async (candidate) => {
      smokeTested.push(candidate);
      return smokeTestProblems;
    },
    user: 'asha',
  };
  const run = (line: string) => runReleaseCli(splitLine(line), async () => host);
  /** Runs a command that must succeed. @returns Its output. */
  const runOk = async (line: string) => {
    const outcome = await run(line);
    if (outcome.exitCode !== 0) throw new Error(outcome.output);
    return outcome.output;
  };
  const runJson = async (line: string) => JSON.parse(await runOk(`${line} --json`));
  return {
    host,
    run,
    runOk,
    runJson,
    store,
    production,
    /** Route paths of the next build, by app and route. */
    paths,
    /** Compositions that the smoke test has started. */
    smokeTested,
    /** Packages, source map and code of the next builds. */
    setBundle: (next: typeof bundle) => {
      bundle = next;
    },
    /** Folders and declarations that publish has compiled. */
    typeChecked,
    failTypeCheck: (...problems: TypeProblem[]) => {
      typeProblems = problems;
    },
    failSmokeTest: (...problems: Problem[]) => {
      smokeTestProblems = problems;
    },
  };
}

/** Creates a terminal whose production has shell, mf-a and mf-payment live at 1.0.0; mf-a 1.1.0 is published. */
export async function createLiveShop() {
  const shop = createTerminal();
  for (const app of ['shell', 'mf-a', 'mf-payment']) await shop.runOk(`publish ${app}`);
  await shop.runOk('promote shell@1.0.0 mf-a@1.0.0 mf-payment@1.0.0 --reason opening');
  await shop.runOk('publish mf-a --version 1.1.0');
  return shop;
}
