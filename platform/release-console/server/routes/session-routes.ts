import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodies, HttpError, parseInput } from '../../api/requests';
import type { SessionView } from '../../api/responses';
import type { Session, Sessions } from '../session/sessions';

const sessionCookie = 'console_session';

const getSessionId = ({ headers }: FastifyRequest) => parseCookie(headers.cookie ?? '')[sessionCookie] ?? '';

/** Creates the lookup of a request's session. The lookup throws an {@link HttpError} 401 when there is none. */
export const createSessionLookup =
  (sessions: Sessions) =>
  async (request: FastifyRequest): Promise<Session> => {
    const session = await sessions.find(getSessionId(request));
    if (session) return session;
    throw new HttpError(401, 'You are not signed in, or your session has expired: sign in with your token.');
  };

/** Sets the session cookie. Scripts cannot read it, and browsers send it for same-site requests only. */
function setCookie(reply: FastifyReply, value: string, maxAge: number): void {
  const options = { httpOnly: true, sameSite: 'strict', path: '/', maxAge } as const;
  void reply.header('set-cookie', stringifySetCookie({ name: sessionCookie, value, ...options }));
}

/** Adds the routes for sign-in and sign-out. */
export function addSessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.get('/api/session', async (request): Promise<{ session: SessionView | null }> => {
    const session = await sessions.find(getSessionId(request));
    return { session: session && { person: session.person } };
  });

  app.post('/api/session', async (request, reply) => {
    const result = await sessions.signIn(parseInput(bodies.session, request.body).token);
    if (result.kind === 'rate-limited') {
      void reply.header('retry-after', String(result.retryAfterSeconds));
      throw new HttpError(429, 'Too many wrong tokens: wait a minute, then try again.');
    }
    if (result.kind === 'wrong-token') throw new HttpError(401, 'This token is not valid.');
    setCookie(reply, result.id, result.seconds);
    return reply.code(204).send();
  });

  app.delete('/api/session', async (request, reply) => {
    sessions.signOut(getSessionId(request));
    setCookie(reply, '', 0);
    return reply.code(204).send();
  });
}
