import { assertAllowed, type Policy } from './policy';

/** Apps that move money: nobody sends them live against the gates alone. */
const twoPersonApps: readonly string[] = ['mf-payment'];

/** The first of some apps that two people force; none when one person may. */
export const findTwoPersonApp = (apps: readonly string[]): string | undefined =>
  apps.find((app) => twoPersonApps.includes(app));

/** Whose name goes into the log when a second person approved. */
export const formatApprovedAuthor = (first: string, second: string) => `${first}, approved by ${second}`;

/**
 * Holds the second person to the policy: whoever approves must be allowed to force the app themselves.
 *
 * @throws {NotAllowedError}
 */
export function assertApprover(policy: Policy | null, person: string, apps: readonly string[], env: string): void {
  if (policy) for (const app of apps) assertAllowed(policy, person, 'force', app, env);
}
