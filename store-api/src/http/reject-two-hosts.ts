import type { onRequestAsyncHookHandler } from 'fastify';
import { HttpError } from '../errors/http-error';

/** Rejects a request with several Host headers, because a proxy may use another one than Node does. RFC 9112, section 3.2. */
export const rejectTwoHosts: onRequestAsyncHookHandler = async ({ raw }) => {
  // Raw headers alternate between names and values.
  const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) throw new HttpError(400, 'The request has two Host headers.');
};
