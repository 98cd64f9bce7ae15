import { createAuthorize } from '@shop/releases/policy/policy';
import type { Environment, PermissionRequest } from '@shop/releases/state/environment';
import { Refusal } from '../routes/http-errors';
import type { Session } from '../session/sessions';

/**
 * An environment in the hands of somebody who is signed in: it holds them to the policy, and to what they saw.
 *
 * @param seq The change they saw last; another one since then refuses what they ask.
 */
export function inHandsOf(environment: Environment, { person, policy }: Session, seq: number): Environment {
  const permit = policy ? createAuthorize(policy, person, environment.name) : () => undefined;
  return {
    ...environment,
    authorize: (asked: PermissionRequest) => {
      permit(asked);
      const current = asked.state?.head.seq ?? 0;
      if (current === seq) return;
      throw new Refusal(
        409,
        `${environment.name} has changed since you looked: it is at change ${current}, you saw ${seq}. Look again.`,
      );
    },
  };
}
