import { assertAllowed, type Policy } from './policy';

/** Apps that move money. Two people must agree to force them. */
const twoPersonApps: readonly string[] = ['mf-payment'];

/** Finds the first app that only two people may force. */
export const findTwoPersonApp = (apps: readonly string[]): string | undefined =>
  apps.find((app) => twoPersonApps.includes(app));

/** Formats the author of an approved change for the audit log. */
export const formatApprovedAuthor = (author: string, approver: string) => `${author}, approved by ${approver}`;

/**
 * Checks that the policy allows an approver to force the apps.
 *
 * @param policy  Null: there is no policy, and every person may.
 * @throws {NotAllowedError} When it does not.
 */
export function assertApprover(policy: Policy | null, person: string, apps: readonly string[], env: string): void {
  if (policy) for (const app of apps) assertAllowed(policy, person, 'force', app, env);
}
