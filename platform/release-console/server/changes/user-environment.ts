import { createAuthorize } from '@shop/releases/policy/policy';
import type { Environment, PermissionRequest } from '@shop/releases/state/environment';
import { HttpError } from '../routes/http-errors';
import type { Session } from '../session/sessions';

/**
 * Wraps an environment for the person of a session. Every change is checked against the policy, and against the state that
 * the person saw.
 *
 * @param seq  Number of the newest change that the person saw. A change fails with 409 when another change happened since.
 */
export function createUserEnvironment(environment: Environment, { person, policy }: Session, seq: number): Environment {
  const authorize = policy ? createAuthorize(policy, person, environment.name) : () => undefined;
  return {
    ...environment,
    authorize: (request: PermissionRequest) => {
      authorize(request);
      const current = request.state?.head.seq ?? 0;
      if (current === seq) return;
      throw new HttpError(
        409,
        `${environment.name} has changed: it is at change ${current}, and you saw change ${seq}. Review it and try again.`,
      );
    },
  };
}
