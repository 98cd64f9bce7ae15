import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';

/*
 * Sends a mixed load in a process of its own, and sends the result to its parent. Half of the connections open documents and
 * release files, the others shop: list, product, search, sign-in, order, payment.
 *
 * Message: LoadPlan (load.ts). Result: LoadResult.
 */
const [plan] = await once(process, 'message');
const { gateway, storeApi, connections, seconds, paths, areUnique, products, shippingAddress, account, amount } = plan;

let count = 0;
let refused = 0;
/** Failed responses by route and status. */
const failures = {};
/** @type {number[]} */
const latencies = [];

function record(route, status, headers = {}) {
  count++;
  const hasRetryAfter = Object.keys(headers).some((header) => header.toLowerCase() === 'retry-after');
  if (status === 503 && hasRetryAfter) refused++;
  else if (status < 200 || status > 304) {
    const key = `${route} ${status}`;
    failures[key] = (failures[key] ?? 0) + 1;
  }
}

const browser = { 'accept-encoding': 'br', accept: 'text/html' };
const json = { 'content-type': 'application/json' };
const onResponse = (name) => (status, _body, _context, headers) => record(name, status, headers);

const documents = paths.map((path) => ({ path, headers: browser, onResponse: onResponse('document') }));

const authorize = (request, context) =>
  context.token && { ...request, headers: { ...request.headers, authorization: `Bearer ${context.token}` } };

function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** A shopper's calls. A call that needs the answer of a refused one is left out, and the journey starts again. */
const createJourney = (product) => [
  { path: '/api/v1/products?page=1&limit=12', onResponse: onResponse('list') },
  { path: `/api/v1/products/${encodeURIComponent(product)}`, onResponse: onResponse('product') },
  { path: '/api/v1/products?search=pan', onResponse: onResponse('search') },
  {
    method: 'POST',
    path: '/api/v1/users/authorize',
    headers: json,
    body: JSON.stringify(account),
    onResponse: (status, body, context, headers) => {
      record('sign-in', status, headers);
      context.token = parse(body).token;
    },
  },
  {
    method: 'POST',
    path: '/api/v1/orders',
    headers: json,
    body: JSON.stringify({ products: { [product]: 1 }, shippingAddress }),
    setupRequest: (request, context) => {
      const signed = authorize(request, context);
      return signed && { ...signed, headers: { ...signed.headers, 'idempotency-key': randomUUID() } };
    },
    onResponse: (status, body, context, headers) => {
      record('order', status, headers);
      context.orderId = status === 201 ? parse(body).id : undefined;
    },
  },
  {
    method: 'POST',
    path: '/api/v1/payments',
    headers: json,
    setupRequest: (request, context) =>
      context.orderId &&
      authorize(
        {
          ...request,
          body: JSON.stringify({
            orderId: context.orderId,
            fields: { phone: '098450 12345', terms: 'true', method: 'Cash on delivery' },
          }),
        },
        context,
      ),
    onResponse: onResponse('payment'),
  },
];

async function send(url, count, setRequests) {
  let offset = 0;
  const options = {
    url,
    connections: count,
    ...(amount ? { amount } : { duration: seconds }),
    timeout: 30,
    setupClient: (client) => setRequests(client, offset++),
  };
  const instance = autocannon(options);
  instance.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const result = await instance;
  const lost = result.errors + result.timeouts;
  if (lost > 0) failures['no response'] = (failures['no response'] ?? 0) + lost;
  return result.duration;
}

const apiConnections = products.length > 0 ? Math.max(1, Math.floor(connections / 2)) : 0;
const documentConnections = Math.max(1, connections - apiConnections);
/** Each connection begins with another address, or has other addresses than the others. */
const selectDocuments = (offset) =>
  areUnique
    ? documents.filter((_, index) => index % documentConnections === offset)
    : documents.map((_, index) => documents[(index + offset) % documents.length]);
const durations = await Promise.all([
  send(gateway, documentConnections, (client, offset) => client.setRequests(selectDocuments(offset))),
  ...(apiConnections > 0
    ? [
        send(storeApi, apiConnections, (client, offset) =>
          client.setRequests(createJourney(products[offset % products.length])),
        ),
      ]
    : []),
]);

latencies.sort((a, b) => a - b);
const quantile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
process.send?.({
  count,
  refused,
  failures,
  perSecond: latencies.length / Math.max(...durations),
  p50: quantile(0.5),
  p95: quantile(0.95),
  p99: quantile(0.99),
});
process.disconnect();
