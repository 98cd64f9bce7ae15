import { previewPublishedReleases } from '@shop/release-cli/published/published-releases';
import { lock, unlock } from '@shop/releases/actions/lock';
import { rollback } from '@shop/releases/actions/rollback';
import { halt, pause, resume } from '@shop/releases/actions/rollout';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodies, type Call, HttpError, type ParsedBody, parseInput } from '../../api/requests';
import type { CallResponses } from '../../api/responses';
import { type ApprovalRequests, toApprovalView } from '../changes/approval-requests';
import {
  type CreateGates,
  changeOrRequestApproval,
  checkPromotion,
  createUserEnvironment,
  executeApproval,
  toPromotion,
} from '../changes/gated-changes';
import type { Session } from '../session/sessions';

export interface RouteOptions {
  store: ReleaseStore;
  /** Opens an environment with its signer. */
  openEnvironment: (name: string) => Promise<Environment>;
  createGates: CreateGates;
  /** @throws {HttpError} 401 when the request has no session. */
  getSession: (request: FastifyRequest) => Promise<Session>;
  approvals: ApprovalRequests;
  /** Receivers of changes, for the report of their deliveries. */
  webhooks: readonly Webhook[];
  /** Address of the shop, for preview links. */
  shopUrl: string;
}

const canaryActions = { halt, pause, resume };

const toSeq = ({ head }: LiveState) => ({ seq: head.seq });

/** Adds the routes that change or check an environment. They use the same actions and gates as the command line. */
export function addActionRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { openEnvironment, createGates, approvals, shopUrl, getSession } = options;

  /** Adds a route that acts for the person of the session. */
  const addCall = <Name extends Call>(
    name: Name,
    act: (body: ParsedBody<Name>, session: Session) => Promise<CallResponses[Name]>,
  ) =>
    app.post(`/api/${name}`, async (request) => {
      const session = await getSession(request);
      return act(parseInput(bodies[name], request.body), session);
    });

  /** Adds a route that changes an environment. The environment has the permissions of the person. */
  const addChange = <Name extends 'promote' | 'rollout' | keyof typeof canaryActions | 'rollback' | 'lock' | 'unlock'>(
    name: Name,
    change: (
      environment: Environment,
      body: ParsedBody<Name>,
      author: Author,
      session: Session,
    ) => Promise<CallResponses[Name]>,
  ) =>
    addCall(name, async (body, session) => {
      const environment = createUserEnvironment(await openEnvironment(body.env), session, body.seq);
      return change(environment, body, { by: session.person, reason: body.reason }, session);
    });

  addChange('promote', async (environment, body, _author, session) =>
    changeOrRequestApproval(environment, await toPromotion(environment, body), body, session, options),
  );
  addChange('rollout', (environment, body, _author, session) => {
    const { canary, share } = body;
    return changeOrRequestApproval(environment, { kind: 'rollout', canary, share }, body, session, options);
  });
  for (const name of ['halt', 'pause', 'resume'] as const) {
    addChange(name, async (environment, { canary: id }, author) =>
      toSeq(await canaryActions[name](environment, author, id === undefined ? {} : { id })),
    );
  }
  addChange('rollback', async (environment, { app: name, to }, author) => {
    const target = { ...(name ? { app: name } : {}), ...(to ? { seq: to } : {}) };
    return toSeq(await rollback(environment, author, { check: createGates(environment, []), ...target }));
  });
  addChange('lock', async (environment, body, author) => toSeq(await lock(environment, body.app, author)));
  addChange('unlock', async (environment, body, author) => toSeq(await unlock(environment, body.app, author)));

  addCall('check', async (body) => checkPromotion(await openEnvironment(body.env), body, createGates));
  addCall('verify', async ({ env }) => verifyEnvironment(await openEnvironment(env)));
  addCall('preview', async ({ env, releases, minutes }, { person }) => {
    const previewOptions = { by: person, duration: minutes * 60_000, shopUrl };
    const { link, expiresAt } = await previewPublishedReleases(await openEnvironment(env), releases, previewOptions);
    return { link, expiresAt };
  });
  addCall('approvals', async ({ id, isApproved }, approver) => {
    const approval = approvals.take(id);
    try {
      if (isApproved) {
        return await executeApproval(await openEnvironment(approval.env), approval, approver, createGates);
      }
      if (approver.person !== approval.by && !toApprovalView(approval, approver).mayApprove) {
        throw new HttpError(403, 'Only its author, or a person who may force it, can reject a request.');
      }
      return { kind: 'rejected' };
    } catch (error) {
      approvals.restore(approval);
      throw error;
    }
  });
}
