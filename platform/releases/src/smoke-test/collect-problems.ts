import type { Composition } from '@shop/remote-contract/composition';
import { listAllConnectOrigins } from '@shop/remote-contract/connect';
import type { Page } from 'playwright-core';
import { getFirstLine, type Problem } from '../gates/gate';
import { smokeTestSettings } from './server-smoke-test';

export interface SmokeTestPage {
  app: string;
  pathname: string;
}

export const remedy = 'open a preview of it, and look at the console';

/** The federation runtime writes this when versions in the share scope are incompatible. */
const shareScopeWarning = /^\[\s*Federation Runtime\s*\]/;

/**
 * Collects the errors of a page, by the app whose file caused them.
 *
 * @returns The list, which grows, and a promise that resolves at the first problem.
 */
export function collectProblems(page: Page, { app, pathname }: SmokeTestPage, composition: Composition) {
  const { shell, remotes } = composition;
  const stubbed = [smokeTestSettings.publicApiBase, ...listAllConnectOrigins(composition)];
  const problems: Problem[] = [];
  let resolveFirst: () => void;
  const first = new Promise<void>((resolve) => (resolveFirst = resolve));
  /** Finds the app whose file comes first in a stack trace. The shell, which loads everything, comes last. */
  const findOwner = (text: string) => {
    const named = [shell, ...remotes].filter(({ base }) => text.includes(base));
    const [owner] = named.sort((a, b) => text.indexOf(a.base) - text.indexOf(b.base));
    return owner?.name ?? app;
  };
  const addProblem = (source: string, problem: string) => {
    problems.push({ app: findOwner(source), problem: `${pathname} ${problem}`, remedy });
    resolveFirst();
  };
  page.on('pageerror', (error) => addProblem(error.stack ?? '', `throws: ${getFirstLine(error)}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // The stub answers only calls of the contract. A 404 of another call is not a problem.
    if (stubbed.some((address) => url.startsWith(address))) return;
    const text = message.text();
    const isError = message.type() === 'error' || (message.type() === 'warning' && shareScopeWarning.test(text));
    if (isError) addProblem(`${text} ${url}`, `writes to the console: ${getFirstLine(text)}`);
  });
  return { problems, first };
}
