import type { InjectOptions } from 'fastify';
import { createServiceApp } from '../app';
import { createTestConsole, publicUrl } from '../testing/test-console';
import { toExchange } from '../testing/workflow-issuer';

const { host } = new URL(publicUrl);

const exchange: InjectOptions = {
  method: 'POST',
  url: '/api/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: toExchange('no token'),
};

/** Requests of a minute that one network may send, with the status of each. */
const limits: [string, InjectOptions, number, number][] = [
  ['exchanges of tokens', exchange, 60, 400],
  ['sign-ins', { url: '/sign-in' }, 300, 302],
];

it.each(limits)(
  'the limit of %s counts each network behind a trusted proxy',
  async (_what, request, points, status) => {
    const { service } = await createTestConsole();
    const app = await createServiceApp({ ...service, trustedProxies: ['loopback'] });
    const send = async (client: string) => {
      const headers = { ...request.headers, host, 'x-forwarded-for': client };
      return (await app.inject({ ...request, headers })).statusCode;
    };
    for (let index = 0; index < points; index++) expect(await send(`2001:db8:1:2::${index}`)).toBe(status);
    expect(await send('2001:db8:1:2::ffff')).toBe(429);
    expect(await send('192.0.2.1')).toBe(status);
  },
);
