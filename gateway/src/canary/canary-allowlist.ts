import { readStaffPass } from '@shop/releases/signed-links/staff-pass';
import type { Environment } from '@shop/releases/state/environment';
import { stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveCanary } from '../composition/composition-watcher';
import { sendPlainText } from '../http/send-plain-text';
import { createSignedLinkCache } from '../previews/signed-link-cache';
import { isSecure, readCookies } from './canary-assignment';

const staffCookie = 'staff';

/** Who gets a canary whatever their bucket. */
export interface CanaryAllowlist {
  isListed: (request: FastifyRequest, canary: Pick<LiveCanary, 'staff' | 'regions'>) => Promise<boolean>;
  /** Adds the addresses that make a browser staff's, and take it back. */
  serve: (app: FastifyInstance) => void;
}

export interface CanaryAllowlistOptions {
  environment: Environment;
  /** Header in which the proxy before this server names the visitor's region; left out, nobody is from anywhere. */
  regionHeader?: string;
  /** Told when a pass cannot be read; its visitor counts as anybody. */
  onError: (error: unknown) => void;
}

/** Knows staff by a signed pass in a cookie, and regions by a header. */
export function createCanaryAllowlist({ environment, regionHeader, onError }: CanaryAllowlistOptions): CanaryAllowlist {
  const findPass = createSignedLinkCache({ read: (id) => readStaffPass(environment, id), onError });

  const isStaff = async (request: FastifyRequest) => {
    const id = readCookies(request)[staffCookie];
    return id ? (await findPass(id)) !== null : false;
  };

  const regionOf = ({ headers }: FastifyRequest) =>
    regionHeader ? String(headers[regionHeader] ?? '').toUpperCase() : '';

  return {
    isListed: async (request, { staff, regions = [] }) =>
      regions.includes(regionOf(request)) || (staff === true && (await isStaff(request))),
    serve: (app) => {
      app.get<{ Params: { id: string } }>('/-/staff/:id', async (request, reply) => {
        const { id } = request.params;
        const pass = id === 'end' ? null : await findPass(id);
        if (id !== 'end' && !pass) {
          return sendPlainText(
            reply,
            404,
            'There is no such staff pass that counts here, or it has expired: ask for a new link.',
          );
        }
        const seconds = pass ? Math.ceil((Date.parse(pass.expiresAt) - Date.now()) / 1000) : 0;
        const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: Math.max(seconds, 0) } as const;
        const cookie = { name: staffCookie, value: pass ? id : '', ...options, secure: isSecure(request) };
        return reply
          .header('set-cookie', stringifySetCookie(cookie))
          .header('cache-control', 'no-store')
          .redirect('/', 303);
      });
    },
  };
}
