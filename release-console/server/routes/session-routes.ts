import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SignIn } from '../../api/requests';
import type { SessionView } from '../../api/responses';
import type { Session, Sessions } from '../session/sessions';
import { Refusal, readInput } from './http-errors';

const sessionCookie = 'console_session';

const idOf = ({ headers }: FastifyRequest) => parseCookie(headers.cookie ?? '')[sessionCookie] ?? '';

/** Finds out who asks. @throws {Refusal} When nobody is signed in. */
export async function requireSession(sessions: Sessions, request: FastifyRequest): Promise<Session> {
  const session = await sessions.find(idOf(request));
  if (session) return session;
  throw new Refusal(401, 'You are not signed in, or your session is over: sign in with your token.');
}

/** A session cookie: no script reads it, and no page of another site makes a browser send it. */
function setCookie(reply: FastifyReply, value: string, maxAge: number): void {
  const options = { httpOnly: true, sameSite: 'strict', path: '/', maxAge } as const;
  void reply.header('set-cookie', stringifySetCookie({ name: sessionCookie, value, ...options }));
}

/** Signing in and out. */
export function serveSessions(app: FastifyInstance, sessions: Sessions): void {
  app.get('/api/session', async (request): Promise<{ session: SessionView | null }> => {
    const session = await sessions.find(idOf(request));
    return { session: session && { person: session.person, hasPolicy: session.policy !== null } };
  });

  app.post('/api/session', async (request, reply) => {
    const result = await sessions.signIn(readInput(SignIn, request.body).token);
    if (result.kind === 'too-many') {
      void reply.header('retry-after', '60');
      throw new Refusal(429, 'Too many wrong tokens: wait a minute, then try again.');
    }
    if (result.kind === 'wrong') throw new Refusal(401, 'That token is not known here.');
    setCookie(reply, result.id, result.seconds);
    return reply.code(204).send();
  });

  app.delete('/api/session', async (request, reply) => {
    sessions.signOut(idOf(request));
    setCookie(reply, '', 0);
    return reply.code(204).send();
  });
}
