import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import {
  AccountInfoResponseJson,
  AuthorizeResponseJson,
  CredentialsJson,
  RegistrationJson,
} from '@shop/api-contract/schemas/user';
import { isLongEnoughName } from '@shop/api-contract/submission-limits';
import { text } from '@shop/language/format-message';
import type { preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';
import { type AccountsRepository, normalizeEmail } from './accounts.repository';
import type { AttemptLimits } from './attempt-limits';
import type { Authentication } from './authentication';
import { hashPassword, verifyPassword } from './passwords';
import type { SessionsRepository } from './sessions.repository';

export interface UserRoutesOptions {
  accounts: AccountsRepository;
  sessions: SessionsRepository;
  authentication: Authentication;
  attempts: AttemptLimits;
}

const RegistrationResponseJson = Type.Object({ message: Type.String() }, { $id: 'RegistrationResponse' });

/** Sign-in, registration and the account. Messages do not reveal which e-mails have an account. Specification 7. */
export const userRoutes: FastifyPluginAsyncTypebox<UserRoutesOptions> = async (app, options) => {
  const { accounts, sessions, authentication, attempts } = options;
  app.addHook('onRequest', forbidCaching);

  app.post(
    '/users/authorize',
    {
      preValidation: normalizeEmailField,
      schema: {
        tags: ['users'],
        summary: 'Sign in',
        description: 'Returns a bearer token that is valid for 30 days.',
        body: CredentialsJson,
        response: { 200: AuthorizeResponseJson, 400: ErrorJson, 401: ErrorJson, 429: ErrorJson },
      },
    },
    async (request) => {
      const { email, password } = request.body;
      const refund = await attempts.countSignIn(request.ip, email);
      const account = await accounts.findByEmail(email);
      if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
        throw new HttpError(401, text('The e-mail or the password is not right.'));
      }
      await refund();
      return { token: await sessions.create(account.id) };
    },
  );

  app.post(
    '/users/register',
    {
      preValidation: normalizeEmailField,
      // Before the body is validated: each attempt counts.
      onRequest: async (request) => {
        await attempts.countRegistration(request.ip);
      },
      schema: {
        tags: ['users'],
        summary: 'Create an account',
        description: 'The response is the same when the e-mail already has an account, and that account is unchanged.',
        body: RegistrationJson,
        response: { 201: RegistrationResponseJson, 400: ErrorJson, 429: ErrorJson },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const firstName = normalizeName(request.body.firstName, text('The first name must have at least 2 characters.'));
      const lastName = normalizeName(request.body.lastName, text('The last name must have at least 2 characters.'));
      await accounts.add({ email, firstName, lastName, passwordHash: await hashPassword(password) });
      return reply.code(201).send({ message: 'You can now sign in.' });
    },
  );

  // An addition to the specification.
  app.post(
    '/users/logout',
    {
      onRequest: authentication.requireAccount,
      schema: {
        tags: ['users'],
        summary: 'Sign out',
        description: 'Ends the session of the request: its token is rejected from then on.',
        security: [{ token: [] }],
        response: { 204: Type.Null(), 401: ErrorJson },
      },
    },
    async ({ sessionId }, reply) => {
      await sessions.end(sessionId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/accountInfo',
    {
      onRequest: authentication.requireAccount,
      schema: {
        tags: ['users'],
        summary: 'The signed-in account',
        security: [{ token: [] }],
        response: { 200: AccountInfoResponseJson, 401: ErrorJson },
      },
    },
    async (request) => {
      const { firstName, lastName, email, createdAt } = await accounts.getById(request.accountId);
      return { data: { firstName, lastName, email, createdAt: createdAt.toISOString() } };
    },
  );
};

/** Normalizes the e-mail before its format is validated, so that surrounding spaces are accepted. */
const normalizeEmailField: preValidationHookHandler = async ({ body }) => {
  if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string') {
    body.email = normalizeEmail(body.email);
  }
};

function normalizeName(value: string, shortName: string): string {
  const name = value.trim();
  if (!isLongEnoughName(name)) throw new HttpError(400, shortName);
  return name;
}
