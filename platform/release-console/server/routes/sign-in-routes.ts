import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import { HttpError } from '@shop/releases/service-api/requests';
import { type ReadResponses, readResponses, SignOutResponse } from '@shop/releases/service-api/responses';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callbackPath } from '../auth/identity-provider';
import { escapeHtml, formatPlainPage, plainPageHeaders } from '../auth/plain-page';
import { NameTakenError, sessionSeconds, signInSeconds } from '../auth/sessions';
import type { Service } from '../service';
import { describeResponses } from './api-document';
import { readCookie, setCookie } from './find-caller';

/** Sign-ins of one address, which can be that of a company. */
const signInLimit = { points: 300, durationSeconds: 60 };

/** Fragments of the console's page. */
const fragmentPattern = /^#\/[\w\-/?=&%.*@+]{0,500}$/;

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

/** Adds the routes for sign-in and sign-out. The first two are for the browser's address bar. */
export function addSignInRoutes(app: FastifyInstance, service: Service): void {
  const { sessions, identityProvider, publicUrl } = service;
  const limiter = createRateLimiter(signInLimit);
  const hide = { hide: true };

  app.get<{ Querystring: { to?: unknown } }>('/sign-in', { schema: hide }, async (request, reply) => {
    const attempt = await limiter.consume(request.ip);
    if (!attempt.isAllowed) {
      void reply.header('retry-after', String(attempt.retryAfterSeconds));
      return sendProblem(reply, 429, 'Too many sign-ins from your network: wait a minute, then try again.');
    }
    const { to } = request.query;
    const returnTo = typeof to === 'string' && fragmentPattern.test(to) ? to : '';
    const { url, signIn } = await identityProvider.begin(returnTo);
    setCookie(reply, publicUrl, { name: 'sign_in', value: await sessions.begin(signIn), maxAge: signInSeconds });
    return reply.header('cache-control', 'no-store').redirect(url);
  });

  app.get(callbackPath, { schema: hide }, async (request, reply) => {
    const signIn = await sessions.take(readCookie(request, publicUrl, 'sign_in'));
    setCookie(reply, publicUrl, { name: 'sign_in', value: '', maxAge: 0 });
    if (!signIn) return sendProblem(reply, 403, 'This sign-in has expired, or it began in another browser.');
    try {
      const id = await sessions.start(await identityProvider.complete(request.url, signIn));
      setCookie(reply, publicUrl, { name: 'session', value: id, maxAge: sessionSeconds });
      return reply.header('cache-control', 'no-store').redirect(`/${signIn.returnTo}`);
    } catch (error) {
      if (error instanceof NameTakenError) return sendProblem(reply, 403, error.message);
      if (error instanceof HttpError) return sendProblem(reply, error.statusCode, error.message);
      throw error;
    }
  });

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
      return { redirect: await identityProvider.findSignOutUrl() };
    },
  );
}
