import { localUserHeader } from '@shop/releases/service-api/constants';
import { HttpError } from '@shop/releases/service-api/requests';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller, isPersonName } from '../auth/principals';
import { hashSecret } from '../auth/tokens';
import type { Principal } from '../database/documents';
import type { Service } from '../service';

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

/** Name of a cookie. With TLS its prefix keeps other hosts of the domain from setting it. */
const toCookieName = (publicUrl: string, name: string) =>
  `${isSecure(publicUrl) ? '__Host-' : ''}release_service_${name}`;

/** The session, and a sign-in that begins. */
export type CookieName = 'session' | 'sign_in';

export const readCookie = ({ headers }: FastifyRequest, publicUrl: string, name: CookieName): string =>
  parseCookie(headers.cookie ?? '')[toCookieName(publicUrl, name)] ?? '';

/** Sets a cookie that scripts cannot read. Browsers send it with requests of this site, and when a person follows a link to it. */
export function setCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, value, maxAge }: { name: CookieName; value: string; maxAge: number },
): void {
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl), path: '/', maxAge } as const;
  const cookie = stringifySetCookie({ name: toCookieName(publicUrl, name), value, ...options });
  void reply.header('set-cookie', cookie);
}

/** Reads for whom a command line of this machine acts. @throws {HttpError} 400 when the header is not a name. */
function readLocalUser({ headers }: FastifyRequest): Principal {
  const name = decode(String(headers[localUserHeader] ?? ''));
  if (isPersonName(name)) return { name, isLocal: true };
  throw new HttpError(400, `The header ${localUserHeader} is not a name: give one line of plain text.`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return '';
  }
}

async function findPrincipal(
  { sessions, tokens, publicUrl, localSecret }: Service,
  request: FastifyRequest,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [, token = ''] = /^Bearer ([\w-]{1,200})$/i.exec(authorization) ?? [];
    // Hashes differ at another place than the secrets, so the time of the comparison tells nothing.
    if (localSecret && hashSecret(token) === hashSecret(localSecret)) return readLocalUser(request);
    const principal = token === '' ? null : await tokens.find(token);
    if (principal) return principal;
    throw new HttpError(401, 'This token is not valid: it has ended, or it was revoked. Create another one.');
  }
  const person = await sessions.find(readCookie(request, publicUrl, 'session'));
  if (person !== null) return { name: person };
  throw new HttpError(401, 'You are not signed in, or your session has ended: sign in.');
}

/**
 * Finds who sends a request, by a token or by a session, with the permissions of the current policy. A change whose gates take
 * longer than its token lasts is still made. One of a session is not made after the session has ended, such as by a sign-out.
 *
 * @throws {HttpError} 401 without a valid one.
 */
export async function findRequestCaller(service: Service, request: FastifyRequest): Promise<Caller> {
  const caller = await findCaller(service, await findPrincipal(service, request));
  if (request.headers.authorization !== undefined) return caller;
  return { ...caller, reload: () => findRequestCaller(service, request) };
}
