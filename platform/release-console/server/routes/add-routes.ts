import { kinds, mapKinds } from '@shop/releases/change-model/changes';
import { assertKnown } from '@shop/releases/policy/policy';
import { stepsMediaType } from '@shop/releases/service-api/constants';
import {
  bodies,
  type Call,
  type ParsedBody,
  type ParsedQuery,
  parseInput,
  queries,
} from '@shop/releases/service-api/requests';
import {
  type CallResponses,
  callResponses,
  type ReadResponses,
  readResponses,
} from '@shop/releases/service-api/responses';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/principals';
import type { Service } from '../service';
import { describeRequest, describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';
import { sendSteps } from './report-steps';

/** Summaries of the calls in the API document. */
const callSummaries: Record<Call, string> = {
  check: 'Run the gates on a composition that is not live',
  ...mapKinds((kind) => kinds[kind].summary),
  preview: 'Create a link to releases that are not live',
  verify: 'Verify the live files and the audit log',
  approvals: 'Approve or reject a request of another person; cancel your own',
  comment: 'Comment on a request that waits for approvals',
  reviewers: 'Choose who is asked to approve your request',
  policy: 'Propose a change of the release policy, which a second person approves',
  tokens: 'Create a personal token, which is shown once',
  'tokens/revoke': 'Revoke a personal token',
  schedules: 'Make a change at a time, with the permissions of that moment',
  'schedules/cancel': 'Cancel a schedule that waits',
};

/** Adds a route that acts for the caller. */
export type AddCall = <Name extends Call>(
  name: Name,
  act: (body: ParsedBody<Name>, caller: Caller) => Promise<CallResponses[Name]>,
) => void;

/** Creates the function that adds routes which act to a server. They report their steps to a caller who accepts them. */
export const createAddCall =
  (app: FastifyInstance, service: Service): AddCall =>
  (name, act) => {
    const schema = {
      summary: callSummaries[name],
      tags: ['changes'],
      body: describeRequest(bodies[name]),
      response: describeResponses(callResponses[name], [400, 404, 409, 413, 415, 422, 503]),
    };
    app.post(`/api/${name}`, { schema }, async (request, reply) => {
      const caller = await findRequestCaller(service, request);
      // A person who has left may still end what they could do.
      if (name !== 'tokens/revoke') assertKnown(caller.policy, caller.actor);
      const body = parseInput(bodies[name], request.body);
      if (request.headers.accept !== stepsMediaType) return act(body, caller);
      return sendSteps(reply, `POST /api/${name}`, () => act(body, caller));
    });
  };

type ReportName = keyof ReadResponses & keyof typeof queries;

/** Summaries of the reports in the API document. */
const reportSummaries: Record<ReportName, string> = {
  state: 'Live compositions, canaries, locks and open approval requests of every environment',
  releases: 'The newest releases of every app',
  history: 'Changes of an environment, newest first',
  'state-at': 'Live versions and canaries at a time, and which of them a visitor had',
  change: 'What a change changed: commits, sizes, contracts, screens',
  'planned-change': 'What a promotion would change',
  errors: 'Errors that pages reported',
  metrics: 'Metrics by version',
  incident: 'Recent changes with the command that undoes each, metrics and new errors',
  webhooks: 'What webhooks have received',
  policy: 'The release policy and its history',
  tokens: 'Your personal tokens',
  schedules: 'Schedules, the latest first',
  caller: 'Who calls: the owner of the token or session',
  objects: 'The keys of objects of the release store',
  folders: 'The names of folders of the release store',
  'trusted-keys': 'Public keys of the signed documents, by id',
};

/** Adds a route that reads for the caller. */
export type AddRead = <Name extends ReportName>(
  name: Name,
  read: (query: ParsedQuery<Name>, caller: Caller) => Promise<ReadResponses[Name]>,
) => void;

/** Creates the function that adds routes which read to a server. Everybody who has signed in may call them. */
export const createAddRead =
  (app: FastifyInstance, service: Service): AddRead =>
  (name, read) => {
    const schema = {
      summary: reportSummaries[name],
      tags: ['reports'],
      querystring: describeRequest(queries[name]),
      response: describeResponses(readResponses[name], [400, 404, 409, 503]),
    };
    app.get(`/api/${name}`, { schema }, async (request) => {
      const caller = await findRequestCaller(service, request);
      return read(parseInput(queries[name], request.query), caller);
    });
  };
