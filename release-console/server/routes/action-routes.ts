import { previewPublishedReleases } from '@shop/release-cli/published/preview-published-releases';
import { lock, unlock } from '@shop/releases/actions/lock';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { verifyEnvironment } from '@shop/releases/state/verify-environment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import * as asked from '../../api/requests';
import type { PreviewResult, VerifyResult } from '../../api/responses';
import type { Approvals } from '../approvals/approval-requests';
import { carryOutApproved } from '../approvals/execute-approval';
import { checkWanted, type GatesFor, promoteWanted } from '../changes/promotions';
import { rolloutWanted } from '../changes/rollouts';
import { inHandsOf } from '../changes/user-environment';
import type { Session } from '../session/sessions';
import { toApprovalView } from '../views/approval-view';
import type { LiveUpdates } from './event-stream';
import { Refusal, readInput } from './http-errors';

export interface ActionOptions {
  open: (env: string) => Promise<Environment>;
  gatesFor: GatesFor;
  approvals: Approvals;
  updates: LiveUpdates;
  /** Where the shop is, for links to previews. */
  shopUrl: string;
  sessionOf: (request: FastifyRequest) => Promise<Session>;
}

const seqOf = ({ head }: LiveState) => ({ seq: head.seq });

/** Every change and check, through the same actions and gates as the command line. */
export function serveActions(app: FastifyInstance, options: ActionOptions): void {
  const { open, gatesFor, approvals, updates, shopUrl, sessionOf } = options;

  /** A call that changes an environment in the name of whoever is signed in. */
  const change = <Schema extends v.GenericSchema<unknown, { env: string; seq: number }>>(
    path: string,
    schema: Schema,
    act: (environment: Environment, body: v.InferOutput<Schema>, session: Session) => Promise<unknown>,
  ) =>
    app.post(path, async (request) => {
      const session = await sessionOf(request);
      const body = readInput(schema, request.body);
      const result = await act(await open(body.env), body, session);
      updates.announce();
      return result;
    });

  app.post('/api/check', async (request) => {
    await sessionOf(request);
    const body = readInput(asked.CheckRequest, request.body);
    return checkWanted(await open(body.env), body, gatesFor);
  });

  change('/api/promote', asked.PromoteRequest, (environment, body, session) =>
    promoteWanted(environment, body, session, { gatesFor, approvals }),
  );

  change('/api/rollout', asked.RolloutRequest, (environment, body, session) =>
    rolloutWanted(environment, body, session, { gatesFor, approvals }),
  );

  change('/api/halt', asked.HaltRequest, async (environment, { seq, reason }, session) =>
    seqOf(await halt(inHandsOf(environment, session, seq), { by: session.person, reason })),
  );

  change('/api/rollback', asked.RollbackRequest, async (environment, body, session) => {
    const own = inHandsOf(environment, session, body.seq);
    return seqOf(
      await rollback(
        own,
        { by: session.person, reason: body.reason },
        {
          check: gatesFor(environment, []),
          ...(body.app ? { app: body.app } : {}),
          ...(body.to ? { seq: body.to } : {}),
        },
      ),
    );
  });

  change('/api/lock', asked.LockRequest, async (environment, { seq, app: name, reason }, session) =>
    seqOf(await lock(inHandsOf(environment, session, seq), name, { by: session.person, reason })),
  );

  change('/api/unlock', asked.LockRequest, async (environment, { seq, app: name, reason }, session) =>
    seqOf(await unlock(inHandsOf(environment, session, seq), name, { by: session.person, reason })),
  );

  app.post('/api/preview', async (request): Promise<PreviewResult> => {
    const session = await sessionOf(request);
    const { env, releases, minutes } = readInput(asked.PreviewRequest, request.body);
    const options = { by: session.person, duration: minutes * 60_000, shopUrl };
    const { link, expiresAt } = await previewPublishedReleases(await open(env), releases, options);
    return { link, expiresAt };
  });

  app.post('/api/verify', async (request): Promise<VerifyResult> => {
    await sessionOf(request);
    return verifyEnvironment(await open(readInput(asked.VerifyRequest, request.body).env));
  });

  app.post('/api/approvals', async (request) => {
    const approver = await sessionOf(request);
    const { id, isApproved } = readInput(asked.ApprovalDecision, request.body);
    const waiting = approvals.take(id);
    try {
      if (isApproved) {
        const requester = { person: waiting.by, policy: approver.policy };
        return await carryOutApproved(await open(waiting.env), waiting, { requester, approver, gatesFor });
      }
      if (approver.person !== waiting.by && !toApprovalView(waiting, approver).mayApprove) {
        throw new Refusal(403, 'Only whoever asked, or may force it, takes a request back.');
      }
      return { kind: 'refused' };
    } catch (error) {
      approvals.putBack(waiting);
      throw error;
    } finally {
      updates.announce();
    }
  });
}
