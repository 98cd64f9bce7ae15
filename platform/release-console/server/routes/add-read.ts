import { type ParsedQuery, parseInput, queries } from '@shop/releases/service-api/requests';
import { type ReadResponses, readResponses } from '@shop/releases/service-api/responses';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/principals';
import type { Service } from '../service';
import { describeRequest, describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';

type ReportName = keyof ReadResponses & keyof typeof queries;

/** Summaries of the calls in the API document. */
const summaries: Record<ReportName, string> = {
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

/** Creates the function that adds routes to a server. */
export const createAddRead =
  (app: FastifyInstance, service: Service): AddRead =>
  (name, read) => {
    const schema = {
      summary: summaries[name],
      tags: ['reports'],
      querystring: describeRequest(queries[name]),
      response: describeResponses(readResponses[name], [400, 404]),
    };
    app.get(`/api/${name}`, { schema }, async (request) => {
      const caller = await findRequestCaller(service, request);
      return read(parseInput(queries[name], request.query), caller);
    });
  };
