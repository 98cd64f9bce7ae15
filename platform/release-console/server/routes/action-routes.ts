import { previewPublishedReleases } from '@shop/release-cli/published/published-releases';
import { kindNames } from '@shop/releases/change-model/changes';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import { assertAllowed, NotAllowedError, Policy } from '@shop/releases/policy/policy';
import { HttpError, parseChange, parseInput } from '@shop/releases/service-api/requests';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/principals';
import { loadApprovalView } from '../changes/approval-requests';
import { decideRequest } from '../changes/decide-request';
import { commentRequest, setReviewers } from '../changes/discuss-request';
import { checkPromotion, createUserEnvironment, makeChange, withLaterChanges } from '../changes/gated-changes';
import { assertChangeable } from '../policy/policy-versions';
import { addSchedule, cancelSchedule } from '../schedules/schedule-calls';
import type { Service } from '../service';
import { type AddCall, createAddCall } from './add-routes';

/** Adds the routes that change or check something. They use the same actions and gates as the command line. */
export function addActionRoutes(app: FastifyInstance, service: Service): void {
  const addCall = createAddCall(app, service);
  addChangeCalls(addCall, service);
  addCheckCalls(addCall, service);
  addRequestCalls(addCall, service);
  addTokenCalls(addCall, service);
  addCall('schedules', (schedule, caller) => addSchedule(service, schedule, caller));
  addCall('schedules/cancel', (schedule, caller) => cancelSchedule(service, schedule, caller));
}

/** Changes of an environment, one call for each kind. */
function addChangeCalls(addCall: AddCall, service: Service): void {
  for (const kind of kindNames) {
    addCall(kind, async ({ seq, ...body }, caller) => {
      const change = parseChange(kind, body, caller.principal.isLocal);
      const opened = await service.openEnvironment(change.env);
      const environment = createUserEnvironment(opened, caller, seq, service.webhooks);
      return withLaterChanges(opened, seq, () => makeChange(environment, change, caller.actor.name, caller, service));
    });
  }
}

/** What a token allows is no more than its scope, also where a role needs no permission. */
function assertInScope({ actor }: Caller, env: string, apps: readonly string[]): void {
  const { scope } = actor;
  const covers = (list: readonly string[], name: string) => list.includes('*') || list.includes(name);
  if (!scope || (covers(scope.environments, env) && apps.every((app) => covers(scope.apps, app)))) return;
  throw new NotAllowedError(
    `The scope of this token does not include ${apps.join(', ')} in ${env}: use another token.`,
  );
}

/** Calls that change nothing that visitors get. */
function addCheckCalls(addCall: AddCall, { openEnvironment, createGates, shopUrl }: Service): void {
  addCall('check', async (body, { policy, principal }) =>
    checkPromotion(await openEnvironment(body.env), body, { createGates, policy, author: principal.name }),
  );
  addCall('verify', async ({ env }) => verifyEnvironment(await openEnvironment(env)));
  addCall('preview', async ({ env, releases, minutes, name }, caller) => {
    assertInScope(
      caller,
      env,
      releases.map((name) => name.split('@', 1)[0] ?? ''),
    );
    const previewOptions = { by: caller.actor.name, duration: minutes * 60_000, shopUrl, name };
    const { link, expiresAt } = await previewPublishedReleases(await openEnvironment(env), releases, previewOptions);
    return { link, expiresAt };
  });
}

/** Requests for approval, and proposed changes of the policy. */
function addRequestCalls(addCall: AddCall, service: Service): void {
  const { approvals, policies } = service;
  addCall('approvals', (decision, caller) => decideRequest(service, decision, caller));
  addCall('comment', (comment, caller) => commentRequest(service, comment, caller));
  addCall('reviewers', (choice, caller) => setReviewers(service, choice, caller));
  addCall('policy', async ({ replaces, policy: proposed, reason }, caller) => {
    // The person who starts its workflow could approve its proposal.
    if (caller.principal.machine) throw new HttpError(403, 'A machine cannot change the policy: a person proposes it.');
    assertAllowed(caller.policy, caller.actor, 'policy', '*', '*');
    const policy = parseInput(Policy, proposed);
    assertChangeable(policy);
    const { version } = await policies.current();
    if (version !== replaces) {
      throw new HttpError(
        409,
        `The release policy is at version ${version}, and you saw version ${replaces}: load it again.`,
      );
    }
    const request = { kind: 'policy' as const, author: caller.principal, replaces, policy, reason };
    return { kind: 'pending', approval: await loadApprovalView(service, await approvals.add(request), caller) };
  });
}

function addTokenCalls(addCall: AddCall, { tokens, now = Date.now }: Service): void {
  /** A token must not outlive itself by another token. */
  const assertSignedIn = ({ principal }: Caller) => {
    if (principal.tokenId === undefined) return;
    throw new HttpError(403, 'A token cannot manage tokens: sign in to the console.');
  };
  addCall('tokens', async ({ name, days, scope }, caller) => {
    assertSignedIn(caller);
    const endsAt = new Date(now() + days * 86_400_000);
    return tokens.create({ owner: caller.actor.name, name, scope, endsAt, machine: null });
  });
  addCall('tokens/revoke', async ({ id }, caller) => {
    assertSignedIn(caller);
    if (await tokens.revoke(caller.actor.name, id)) return { kind: 'revoked' };
    throw new HttpError(404, 'You have no such token, or it was revoked already.');
  });
}
