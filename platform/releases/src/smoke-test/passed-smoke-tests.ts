import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { type Apps, getReleases } from '../state/composition';
import { sha256 } from '../store/document-ref';
import { parseJson } from '../store/parse-json';
import type { RunSmokeTest, SmokeTestCandidate } from './smoke-test.gate';

/** Milliseconds for which a passed smoke test counts: the browser of the machine may be another one tomorrow. */
const lifetimeMs = 86_400_000;
/** Passed smoke tests that the file has. A day has fewer. */
const maxPassed = 200;

/** Unix milliseconds of each smoke test without a problem, by the hash of what was tested. */
const PassedSmokeTests = v.record(v.string(), v.number());

export interface ReuseOptions {
  /** File of this machine that only the people who run gates may write. Who can write it can also report gates that did not run. */
  file: string;
  /** Identifies the code that runs the smoke test. Another version tests again. */
  getVersion: () => Promise<string>;
  /** Clock in Unix milliseconds. Default: `Date.now`. */
  now?: () => number;
}

/**
 * Reuses a passed smoke test of the same composition beside the same live one for a day: a preview, a canary, each step of its rollout and its completion
 * consist of the same bytes. Problems are never reused. A release without the hash of its `release.json` is always tested.
 *
 * @see docs/decisions/0016-smoke-test.md
 */
export function reusePassedSmokeTests(
  runSmokeTest: RunSmokeTest,
  { file, getVersion, now = Date.now }: ReuseOptions,
): RunSmokeTest {
  const readPassed = async () => {
    const entries = Object.entries(await readFile(file).then(parsePassed, () => ({})));
    return new Map(entries.filter(([, at]) => at > now() - lifetimeMs && at <= now()));
  };
  const parsePassed = (bytes: Uint8Array) => parseJson(PassedSmokeTests, bytes, file);
  /** A file that cannot be read or written costs the time of a smoke test, and must not prevent a release. */
  const remember = async (key: string) => {
    const passed = [...(await readPassed().catch(() => new Map())), [key, now()] as const].slice(-maxPassed);
    const draft = `${file}.${randomUUID()}.draft`;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(draft, JSON.stringify(Object.fromEntries(passed)), { mode: 0o600 });
    await rename(draft, file);
  };
  return async (candidate, live) => {
    const key = isPinned(candidate) ? createKey(candidate, live, await getVersion()) : null;
    if (key && (await readPassed().catch(() => null))?.has(key)) return [];
    const problems = await runSmokeTest(candidate, live);
    if (key && problems.length === 0) await remember(key).catch(() => undefined);
    return problems;
  };
}

const isPinned = (candidate: SmokeTestCandidate) => getReleases(candidate).every(({ sha256 }) => sha256 !== undefined);

function createKey({ env, ...composition }: SmokeTestCandidate, live: Apps | undefined, version: string): string {
  const listPins = (apps: Apps) => getReleases(apps).map(({ app, sha256 }) => [app, sha256]);
  const tested = [version, env, listPins(composition), live ? listPins(live) : null];
  return sha256(Buffer.from(JSON.stringify(tested)));
}
