import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import { HttpError } from '@shop/releases/service-api/requests';
import { type ReadResponses, readResponses, SignOutResponse } from '@shop/releases/service-api/responses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demoPeople } from '../auth/demo-people';
import { callbackPath, type IdentityProvider } from '../auth/identity-provider';
import { escapeHtml, formatPlainPage, plainPageHeaders } from '../auth/plain-page';
import { NameTakenError, type SignedInPerson, sessionSeconds, signInSeconds } from '../auth/sessions';
import type { Service } from '../service';
import { describeResponses } from './api-document';
import { readCookie, setCookie } from './find-caller';

/** Sign-ins of one network, which can be that of a company. */
const signInLimit = { points: 300, durationSeconds: 60 };

/** Fragments of the console's page. */
const fragmentPattern = /^#\/[\w\-/?=&%.*@+]{0,500}$/;

type SignInRequest = FastifyRequest<{ Querystring: { to?: unknown } }>;

/** Returns the fragment to which a sign-in returns. Empty for everything else. */
const getReturnTo = ({ query: { to } }: SignInRequest): string =>
  typeof to === 'string' && fragmentPattern.test(to) ? to : '';

const sendProblem = (reply: FastifyReply, status: number, message: string) =>
  reply
    .code(status)
    .headers(plainPageHeaders)
    .send(
      formatPlainPage(
        'You are not signed in',
        `<p>${escapeHtml(message)}</p><a class="button" href="/sign-in">Sign in</a>`,
      ),
    );

/** Starts the session of a person. @throws {NameTakenError} */
async function startSession(reply: FastifyReply, { sessions, publicUrl }: Service, person: SignedInPerson) {
  setCookie(reply, publicUrl, { name: 'session', value: await sessions.start(person), maxAge: sessionSeconds });
  void reply.header('cache-control', 'no-store');
}

/** Routes for the browser's address bar do not appear in the API document. */
const hide = { hide: true };

/** Adds the way to an identity provider and back. */
function addProviderSignIn(app: FastifyInstance, service: Service, identityProvider: IdentityProvider): void {
  const { sessions, publicUrl } = service;
  const limiter = createRateLimiter(signInLimit);

  app.get('/sign-in', { schema: hide }, async (request: SignInRequest, reply) => {
    const attempt = await limiter.consume(clientNetwork(request.ip));
    if (!attempt.isAllowed) {
      void reply.header('retry-after', String(attempt.retryAfterSeconds));
      return sendProblem(reply, 429, 'Too many sign-ins from your network: wait a minute, then try again.');
    }
    const { url, signIn } = await identityProvider.begin(getReturnTo(request));
    setCookie(reply, publicUrl, { name: 'sign_in', value: await sessions.begin(signIn), maxAge: signInSeconds });
    return reply.header('cache-control', 'no-store').redirect(url);
  });

  app.get(callbackPath, { schema: hide }, async (request, reply) => {
    const signIn = await sessions.take(readCookie(request, publicUrl, 'sign_in'));
    setCookie(reply, publicUrl, { name: 'sign_in', value: '', maxAge: 0 });
    if (!signIn) return sendProblem(reply, 403, 'This sign-in has expired, or it began in another browser.');
    try {
      await startSession(reply, service, await identityProvider.complete(request.url, signIn));
      return reply.redirect(`/${signIn.returnTo}`);
    } catch (error) {
      if (error instanceof NameTakenError) return sendProblem(reply, 403, error.message);
      if (error instanceof HttpError) return sendProblem(reply, error.statusCode, error.message);
      throw error;
    }
  });
}

const demoPage = formatPlainPage(
  'Who are you?',
  `<p>This console runs on your machine without an identity provider. Choose the person for whom you act.</p>
<form method="post"><ul>${demoPeople
    .map(
      ({ name, description }) =>
        `<li><button name="person" value="${name}"><strong>${name}</strong><small>${description}</small></button></li>`,
    )
    .join('')}</ul></form>`,
);

/** Adds the page that asks who a person is. It needs no password: every program of this machine can sign in. */
async function addDemoSignIn(app: FastifyInstance, service: Service): Promise<void> {
  app.get('/sign-in', { schema: hide }, async (_request, reply) => reply.headers(plainPageHeaders).send(demoPage));

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body)).get('person')),
    );
    scope.post('/sign-in', { schema: hide }, async (request: SignInRequest, reply) => {
      const person = demoPeople.find(({ name }) => name === request.body);
      if (!person) return sendProblem(reply, 400, 'There is no person of this name: choose one of the page.');
      const { name, groups } = person;
      await startSession(reply, service, { issuer: 'demo', subject: name, name, groups });
      return reply.redirect(`/${getReturnTo(request)}`, 303);
    });
  });
}

/** Adds the routes for sign-in and sign-out. */
export async function addSignInRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const { sessions, identityProvider, publicUrl } = service;
  if (identityProvider) addProviderSignIn(app, service, identityProvider);
  else await addDemoSignIn(app, service);

  app.get(
    '/api/session',
    {
      schema: {
        summary: 'The person who is signed in',
        tags: ['sign-in'],
        response: describeResponses(readResponses.session),
      },
    },
    async (request): Promise<ReadResponses['session']> => {
      const person = await sessions.find(readCookie(request, publicUrl, 'session'));
      return { session: person === null ? null : { person } };
    },
  );

  app.delete(
    '/api/session',
    { schema: { summary: 'Sign out', tags: ['sign-in'], response: describeResponses(SignOutResponse) } },
    async (request, reply): Promise<SignOutResponse> => {
      await sessions.end(readCookie(request, publicUrl, 'session'));
      setCookie(reply, publicUrl, { name: 'session', value: '', maxAge: 0 });
      return { redirect: (await identityProvider?.findSignOutUrl()) ?? null };
    },
  );
}
