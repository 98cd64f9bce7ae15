import { previewPublishedReleases } from '@shop/release-cli/published/published-releases';
import { lock, unlock } from '@shop/releases/actions/lock';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import * as requests from '../../api/requests';
import type { PreviewResult, VerifyResult } from '../../api/responses';
import type { ApprovalRequests } from '../approvals/approval-requests';
import { executeApproval } from '../approvals/execute-approval';
import { type CreateGates, checkPromotion, promoteOrRequestApproval } from '../changes/promotions';
import { rolloutOrRequestApproval } from '../changes/rollouts';
import { createUserEnvironment } from '../changes/user-environment';
import type { Session } from '../session/sessions';
import { toApprovalView } from '../views/approval-view';
import type { EventStream } from './event-stream';
import { HttpError, parseInput } from './http-errors';

export interface ActionOptions {
  openEnvironment: (name: string) => Promise<Environment>;
  createGates: CreateGates;
  approvals: ApprovalRequests;
  events: EventStream;
  /** Address of the shop, for preview links. */
  shopUrl: string;
  /** @throws {HttpError} 401 when the request has no session. */
  getSession: (request: FastifyRequest) => Promise<Session>;
}

const toSeq = ({ head }: LiveState) => ({ seq: head.seq });

/** Adds the routes that change or check an environment. They use the same actions and gates as the command line. */
export function addActionRoutes(app: FastifyInstance, options: ActionOptions): void {
  const { openEnvironment, createGates, approvals, events, shopUrl, getSession } = options;

  /** Adds a route that changes an environment for the person of the session. */
  const addChange = <Schema extends v.GenericSchema<unknown, { env: string; seq: number }>>(
    path: string,
    schema: Schema,
    change: (environment: Environment, body: v.InferOutput<Schema>, session: Session) => Promise<unknown>,
  ) =>
    app.post(path, async (request) => {
      const session = await getSession(request);
      const body = parseInput(schema, request.body);
      const result = await change(await openEnvironment(body.env), body, session);
      events.announce();
      return result;
    });

  app.post('/api/check', async (request) => {
    await getSession(request);
    const body = parseInput(requests.CheckRequest, request.body);
    return checkPromotion(await openEnvironment(body.env), body, createGates);
  });

  addChange('/api/promote', requests.PromoteRequest, (environment, body, session) =>
    promoteOrRequestApproval(environment, body, session, { createGates, approvals }),
  );

  addChange('/api/rollout', requests.RolloutRequest, (environment, body, session) =>
    rolloutOrRequestApproval(environment, body, session, { createGates, approvals }),
  );

  addChange('/api/halt', requests.HaltRequest, async (environment, body, session) => {
    const { seq, canary: id, reason } = body;
    const userEnvironment = createUserEnvironment(environment, session, seq);
    return toSeq(await halt(userEnvironment, { by: session.person, reason }, id === undefined ? {} : { id }));
  });

  addChange('/api/rollback', requests.RollbackRequest, async (environment, body, session) =>
    toSeq(
      await rollback(
        createUserEnvironment(environment, session, body.seq),
        { by: session.person, reason: body.reason },
        {
          check: createGates(environment, []),
          ...(body.app ? { app: body.app } : {}),
          ...(body.to ? { seq: body.to } : {}),
        },
      ),
    ),
  );

  addChange('/api/lock', requests.LockRequest, async (environment, { seq, app: name, reason }, session) =>
    toSeq(await lock(createUserEnvironment(environment, session, seq), name, { by: session.person, reason })),
  );

  addChange('/api/unlock', requests.LockRequest, async (environment, { seq, app: name, reason }, session) =>
    toSeq(await unlock(createUserEnvironment(environment, session, seq), name, { by: session.person, reason })),
  );

  app.post('/api/preview', async (request): Promise<PreviewResult> => {
    const session = await getSession(request);
    const { env, releases, minutes } = parseInput(requests.PreviewRequest, request.body);
    const previewOptions = { by: session.person, duration: minutes * 60_000, shopUrl };
    const { link, expiresAt } = await previewPublishedReleases(await openEnvironment(env), releases, previewOptions);
    return { link, expiresAt };
  });

  app.post('/api/verify', async (request): Promise<VerifyResult> => {
    await getSession(request);
    return verifyEnvironment(await openEnvironment(parseInput(requests.VerifyRequest, request.body).env));
  });

  app.post('/api/approvals', async (request) => {
    const approver = await getSession(request);
    const { id, isApproved } = parseInput(requests.ApprovalDecision, request.body);
    const approval = approvals.take(id);
    try {
      if (isApproved) {
        const requester = { person: approval.by, policy: approver.policy };
        const environment = await openEnvironment(approval.env);
        return await executeApproval(environment, approval, { requester, approver, createGates });
      }
      if (approver.person !== approval.by && !toApprovalView(approval, approver).mayApprove) {
        throw new HttpError(403, 'Only its author, or a person who may force it, can reject a request.');
      }
      return { kind: 'rejected' };
    } catch (error) {
      approvals.restore(approval);
      throw error;
    } finally {
      events.announce();
    }
  });
}
