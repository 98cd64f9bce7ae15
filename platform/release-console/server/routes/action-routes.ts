import { previewPublishedReleases } from '@shop/release-cli/published/published-releases';
import { isOverride, kindNames, kinds, listNeeds, mapKinds } from '@shop/releases/change-model/changes';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import {
  assertAllowed,
  assertKnown,
  findMissingApprovals,
  formatApprovedAuthor,
  NotAllowedError,
  Policy,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import {
  bodies,
  type Call,
  HttpError,
  type ParsedBody,
  parseChange,
  parseInput,
} from '@shop/releases/service-api/requests';
import { type CallResponses, callResponses } from '@shop/releases/service-api/responses';
import type { FastifyInstance } from 'fastify';
import { type Caller, findCaller, isAuthor } from '../auth/principals';
import { type ClaimedRequest, mayApprove, toApprovalView, withCurrentApprovers } from '../changes/approval-requests';
import { checkPromotion, createUserEnvironment, makeApprovedChange } from '../changes/gated-changes';
import { findMadeChange, readSeq } from '../changes/leases';
import { makeChange } from '../changes/make-change';
import { assertChangeable } from '../policy/policy-versions';
import { assertMaySchedule, toScheduleView } from '../schedules/schedule-permissions';
import type { Service } from '../service';
import { describeRequest, describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';

/** Summaries of the calls in the API document. */
const summaries: Record<Call, string> = {
  check: 'Run the gates on a composition that is not live',
  ...mapKinds((kind) => kinds[kind].summary),
  preview: 'Create a link to releases that are not live',
  verify: 'Verify the live files and the audit log',
  approvals: 'Approve or reject a request of another person; cancel your own',
  policy: 'Propose a change of the release policy, which a second person approves',
  tokens: 'Create a personal token, which is shown once',
  'tokens/revoke': 'Revoke a personal token',
  schedules: 'Make a change at a time, with the permissions of that moment',
  'schedules/cancel': 'Cancel a schedule that waits',
};

/** What a token allows is no more than its scope, also where a role needs no permission. */
function assertInScope({ actor }: Caller, env: string, apps: readonly string[]): void {
  const { scope } = actor;
  const covers = (list: readonly string[], name: string) => list.includes('*') || list.includes(name);
  if (!scope || (covers(scope.environments, env) && apps.every((app) => covers(scope.apps, app)))) return;
  throw new NotAllowedError(
    `The scope of this token does not include ${apps.join(', ')} in ${env}: use another token.`,
  );
}

/** Adds the routes that change or check something. They use the same actions and gates as the command line. */
export function addActionRoutes(app: FastifyInstance, service: Service): void {
  const { openEnvironment, approvals, policies, schedules, leases, tokens, shopUrl } = service;
  const { now = Date.now } = service;

  /** Adds a route that acts for the caller. */
  const addCall = <Name extends Call>(
    name: Name,
    act: (body: ParsedBody<Name>, caller: Caller) => Promise<CallResponses[Name]>,
  ) => {
    const schema = {
      summary: summaries[name],
      tags: ['changes'],
      body: describeRequest(bodies[name]),
      response: describeResponses(callResponses[name], [400, 409, 422]),
    };
    app.post(`/api/${name}`, { schema }, async (request) => {
      const caller = await findRequestCaller(service, request);
      // A person who has left may still end what they could do.
      if (name !== 'tokens/revoke') assertKnown(caller.policy, caller.actor);
      return act(parseInput(bodies[name], request.body), caller);
    });
  };

  for (const kind of kindNames) {
    addCall(kind, async ({ seq, ...body }, caller) => {
      const change = parseChange(kind, body);
      const environment = createUserEnvironment(await openEnvironment(change.env), caller, seq);
      return makeChange(environment, change, caller.actor.name, caller, service);
    });
  }

  addCall('check', async (body, { policy }) =>
    checkPromotion(await openEnvironment(body.env), body, { createGates: service.createGates, policy }),
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

  /** Throws when the caller may not approve a request. */
  function assertMayApprove(approval: ClaimedRequest, caller: Caller): void {
    const { request, approvers } = approval;
    const { principal, actor, policy } = caller;
    if (principal.machine) throw new HttpError(403, 'A machine cannot approve a request: a person does.');
    if (isSamePerson(request.author.name, principal.name)) {
      throw new HttpError(403, 'You cannot approve your own request: another person approves it.');
    }
    if (approvers.some(({ name }) => isSamePerson(name, principal.name))) {
      throw new HttpError(409, 'You have approved this request: a further person has to approve it.');
    }
    if (mayApprove(approval, caller)) return;
    if (request.kind === 'policy') {
      assertAllowed(policy, actor, 'policy', '*', '*');
      return;
    }
    const { change, apps } = request;
    // The author of a forced change needs both permissions. An approver needs the one to force it.
    const [permission] = listNeeds(change, null).permissions.slice(-1);
    for (const app of apps) if (permission) assertAllowed(policy, actor, permission, app, change.env);
  }

  /** Approves a request. With enough approvals it makes the change, or finds that an instance made it before it was killed. */
  async function approve(claimed: ClaimedRequest, caller: Caller): Promise<CallResponses['approvals']> {
    const approval = await withCurrentApprovers(service, claimed);
    const { id, claimId, request, previous } = approval;
    const { author } = request;
    const { policy } = caller;
    assertMayApprove(approval, caller);
    const approvers = [...approval.approvers, caller.principal];
    const load = async () => {
      const found = await Promise.all([author, ...approvers].map((principal) => findCaller(service, principal)));
      const [first = caller, ...others] = found;
      return { author: first, approvers: others.map(({ actor }) => actor) };
    };
    const people = await load();
    if (request.kind === 'policy') {
      const { replaces, reason } = request;
      assertAllowed(policy, people.author.actor, 'policy', '*', '*');
      const change = { replaces, policy: request.policy, reason };
      const version = await policies.add({ ...change, proposedBy: author.name, approvedBy: caller.actor.name });
      await approvals.end(id, claimId, 'approved');
      return { kind: 'policy', version };
    }
    const { apps, change } = request;
    const [{ env, reason }, isForced] = [change, isOverride(change)];
    if (findMissingApprovals(policy, env, apps, people.approvers, isForced).length > 0) {
      await approvals.addApprover(id, claimId, approvers);
      return { kind: 'pending', approval: toApprovalView({ ...approval, approvers }, caller) };
    }
    const environment = await openEnvironment(env);
    const seq = await readSeq(environment);
    let live = await findMadeChange(environment, previous, reason);
    if (live === null) {
      const by = formatApprovedAuthor(
        author.name,
        approvers.map(({ name }) => name),
      );
      if (!(await approvals.begin(id, { id: claimId, seq, by }))) {
        throw new HttpError(409, 'Another instance of the service decides on this request.');
      }
      live = (await makeApprovedChange(environment, request, { load, by, seq }, service.createGates)).seq;
    }
    await approvals.end(id, claimId, 'approved');
    return { kind: 'live', seq: live };
  }

  addCall('approvals', async ({ id, isApproved }, caller) => {
    const claimed = await approvals.claim(id, caller.actor.name);
    const { claimId, request } = claimed;
    try {
      if (isApproved) {
        return await leases.hold(
          (milliseconds) => approvals.extend(id, claimId, milliseconds),
          () => approve(claimed, caller),
        );
      }
      if (!isAuthor(caller.principal, request.author) && !mayApprove(claimed, caller)) {
        throw new HttpError(403, 'Only its author, or a person who may approve it, can reject a request.');
      }
      await approvals.end(id, claimId, 'rejected');
      return { kind: 'rejected' };
    } catch (error) {
      await approvals.end(id, claimId, 'open');
      throw error;
    }
  });

  addCall('policy', async ({ replaces, policy: proposed, reason }, caller) => {
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
    return { kind: 'pending', approval: toApprovalView(await approvals.add(request), caller) };
  });

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

  addCall('schedules', async ({ at, action }, caller) => {
    const dueAt = new Date(at);
    if (dueAt.getTime() <= now()) throw new HttpError(400, 'The request is invalid: at: give a time in the future.');
    assertMaySchedule(caller, parseChange(action.call, action.body));
    return toScheduleView(await schedules.add(caller.principal, action, dueAt), caller);
  });
  addCall('schedules/cancel', async ({ id }, caller) => {
    const schedule = await schedules.find(id);
    if (!schedule) throw new HttpError(404, 'There is no such schedule.');
    const { by, action, status, mayCancel } = toScheduleView(schedule, caller);
    if (status === 'waiting' && !mayCancel) {
      const others = `a person who may lock ${action.body.env} as a whole`;
      throw new HttpError(403, `Only ${by}, or ${others}, can cancel this schedule.`);
    }
    if (await schedules.cancel(id)) return { kind: 'cancelled' };
    throw new HttpError(409, 'This schedule does not wait any more.');
  });
}
