import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import {
  AccountInfoResponseJson,
  AuthorizeResponseJson,
  CredentialsJson,
  RegistrationJson,
} from '@shop/api-contract/schemas/user';
import type { preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import type { RateLimits } from '../settings';
import { type AccountsRepository, normalizeEmail } from './accounts.repository';
import type { Authentication } from './authentication';
import { failureLimiter } from './failure-limiter';
import { hashPassword, verifyPassword } from './passwords';
import type { SessionsRepository } from './sessions.repository';

export interface UserRoutesOptions {
  accounts: AccountsRepository;
  sessions: SessionsRepository;
  signedIn: Authentication;
  limits: RateLimits;
}

const Registered = Type.Object({ message: Type.String() }, { $id: 'Registered' });

/** Sign-in, registration and the account. Specification 7; messages say nothing about which e-mails are known. */
export const userRoutes: FastifyPluginAsyncTypebox<UserRoutesOptions> = async (app, options) => {
  const { accounts, sessions, signedIn, limits } = options;
  const windowSeconds = limits.windowSeconds;
  const perAccount = failureLimiter({ failures: limits.signInFailuresPerAccount, windowSeconds });
  const perAddress = failureLimiter({ failures: limits.signInFailuresPerAddress, windowSeconds });

  app.post(
    '/users/authorize',
    {
      preValidation: normalizeEmailField,
      schema: {
        tags: ['users'],
        summary: 'Sign in',
        description: 'Answers a bearer token that is good for 30 days.',
        body: CredentialsJson,
        response: { 200: AuthorizeResponseJson, 400: ErrorJson, 401: ErrorJson, 429: ErrorJson },
      },
    },
    async (request) => {
      const { email, password } = request.body;
      const succeeded = [perAccount.attempt(`${request.ip} ${email}`), perAddress.attempt(request.ip)];
      const account = await accounts.findByEmail(email);
      if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
        throw new HttpError(401, 'The e-mail or the password is not right.');
      }
      for (const takeBack of succeeded) takeBack();
      return { token: await sessions.open(account.id) };
    },
  );

  app.post(
    '/users/register',
    {
      preValidation: normalizeEmailField,
      config: { rateLimit: { max: limits.registrationsPerAddress, timeWindow: windowSeconds * 1000 } },
      schema: {
        tags: ['users'],
        summary: 'Create an account',
        description: 'An e-mail that has an account already gets the same answer, and nothing changes.',
        body: RegistrationJson,
        response: { 201: Registered, 400: ErrorJson, 429: ErrorJson },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const firstName = nameOf('firstName', request.body.firstName);
      const lastName = nameOf('lastName', request.body.lastName);
      await accounts.add({ email, firstName, lastName, passwordHash: await hashPassword(password) });
      return reply.code(201).send({ message: 'You can now sign in.' });
    },
  );

  app.get(
    '/accountInfo',
    {
      onRequest: signedIn.required,
      schema: {
        tags: ['users'],
        summary: 'The signed-in account',
        security: [{ token: [] }],
        response: { 200: AccountInfoResponseJson, 401: ErrorJson },
      },
    },
    async (request) => {
      const { firstName, lastName, email, createdAt } = await accounts.byId(request.accountId);
      return { data: { firstName, lastName, email, createdAt: createdAt.toISOString() } };
    },
  );
};

/** Before the e-mail's shape is checked: blanks around it are a slip, not an error. */
const normalizeEmailField: preValidationHookHandler = async ({ body }) => {
  if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string') {
    body.email = normalizeEmail(body.email);
  }
};

function nameOf(field: string, value: string): string {
  const name = value.trim();
  if (name.length < 2) throw new HttpError(400, `${field} must have at least 2 characters.`);
  return name;
}
