import { createServer, request } from 'node:http';

/*
 * A proxy of the store API whose lists have twice as many products. The specification fixes the page size at 12; the
 * benchmark measures a list of 24, like the storefronts that it is compared with. All variants use this proxy.
 *
 * Variables: PORT, STORE_API_ORIGIN.
 */
const { PORT, STORE_API_ORIGIN = '' } = process.env;

/** Doubles the page size that the specification gives a list of products. */
const getTarget = (url: string) => url.replace(/\blimit=12\b/, 'limit=24');

const server = createServer((incoming, response) => {
  const url = new URL(getTarget(incoming.url ?? '/'), STORE_API_ORIGIN);
  const outgoing = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
});
server.keepAliveTimeout = 60_000;
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(Number(PORT), 'localhost', () => process.send?.({ ready: true, address: `http://localhost:${PORT}` }));
