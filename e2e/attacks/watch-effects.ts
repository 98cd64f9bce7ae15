import type { Page } from '@playwright/test';
import { watchExecution } from './watch-execution';
import { watchNavigation } from './watch-navigation';

/** What happened in a page that no address and no text from outside may cause. */
export interface EffectWatch {
  /** Executions that no call of `takeEffects` has listed. */
  executions: readonly string[];
  /** Lists the effects since the last call: executions, violations of policies, requests to other hosts. */
  takeEffects: () => string[];
  /** Lists the addresses that the page asked to navigate to since the last call. */
  takeNavigations: () => string[];
}

/** Starts to watch a page and its context. */
export async function watchEffects(page: Page): Promise<EffectWatch> {
  const { executions, violations, requests } = await watchExecution(page.context());
  const { navigations, foreignRequests } = await watchNavigation(page);
  return {
    executions,
    takeEffects: () => [executions, violations, requests, foreignRequests].flatMap((list) => list.splice(0)),
    takeNavigations: () => navigations.splice(0),
  };
}
