import autocannon from 'autocannon';

/*
 * Requests pages as fast as the server answers, in a process of its own, and sends the result to its parent. Every connection
 * requests the addresses in a sequence of its own, so that no two ask for the same page at the same time for long.
 *
 * Argument: JSON { origin, paths, connections, seconds }.
 */
const { origin, paths, connections, seconds } = JSON.parse(process.argv[2] ?? '');
let nextOffset = 0;

const result = await autocannon({
  url: origin,
  connections,
  duration: seconds,
  headers: { 'accept-encoding': 'br', accept: 'text/html' },
  setupClient: (client) => {
    const offset = nextOffset;
    nextOffset += Math.ceil(paths.length / connections);
    client.setRequests(paths.map((_, index) => ({ path: paths[(index + offset) % paths.length] })));
  },
});
process.send?.({
  perSecond: result.requests.mean,
  failures: result.errors + result.timeouts + result.non2xx,
  bytesPerAnswer: result.throughput.total / result.requests.total,
  latencyP99: result.latency.p99,
});
