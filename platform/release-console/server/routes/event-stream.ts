import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey, listEnvironments } from '@shop/releases/state/head';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds between two polls of the HEADs while a page is connected. */
const pollInterval = 300;
/** Polls between two listings of the environments. */
const pollsPerListing = 20;
/** Polls between two heartbeats. A page that receives none for a while reconnects. */
const pollsPerHeartbeat = 50;

export interface EventStream {
  /** Keeps the connection of a page open and sends an event for every change. @param isCurrent Whether its session is valid. */
  connect: (request: FastifyRequest, reply: FastifyReply, isCurrent: () => Promise<boolean>) => void;
  /** Sends every page an event for a change that is not in the release store, such as a new approval request. */
  announce: () => void;
  close: () => void;
}

interface Client {
  /** True until the first poll after the connection: the client missed all changes before it. */
  isNew: boolean;
  send: (text: string) => void;
  end: () => void;
  isCurrent: () => Promise<boolean>;
}

/**
 * Creates the stream of server-sent events. A `change` event says that an environment changed, from the console or from
 * elsewhere. It carries no data: the page loads the state again. The store is polled only while a page is connected.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createEventStream({ store }: Pick<Environment, 'store'>): EventStream {
  const clients = new Set<Client>();
  let names: string[] = [];
  let lastTags = '';
  let polls = 0;
  let timer: NodeJS.Timeout | undefined;

  const announce = (receivers: Iterable<Client> = clients) => {
    for (const client of receivers) client.send('event: change\ndata: {}\n\n');
  };

  const pollHeads = async () => {
    if (polls % pollsPerListing === 0) names = await listEnvironments(store);
    const heads = await Promise.all(
      names.map(async (name) => `${name} ${(await store.get(getHeadKey(name)))?.tag ?? ''}`),
    );
    const tags = heads.join('\n');
    announce([...clients].filter(({ isNew }) => isNew || tags !== lastTags));
    for (const client of clients) client.isNew = false;
    lastTags = tags;
  };

  const sendHeartbeats = async () => {
    for (const client of clients) {
      if (await client.isCurrent()) client.send('event: heartbeat\ndata: {}\n\n');
      else client.end();
    }
  };

  const poll = async () => {
    try {
      await pollHeads();
    } catch {
      // The store is unreachable. The state request reports it to the page, and the next poll tries again.
    }
    polls += 1;
    if (polls % pollsPerHeartbeat === 0) await sendHeartbeats();
    timer = clients.size > 0 ? setTimeout(() => void poll(), pollInterval) : undefined;
  };

  return {
    connect: (request, reply, isCurrent) => {
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      raw.write('retry: 1000\n\n');
      const client: Client = { isNew: true, send: (text) => raw.write(text), end: () => raw.end(), isCurrent };
      clients.add(client);
      request.raw.once('close', () => clients.delete(client));
      if (timer === undefined) {
        polls = 0;
        // The timer is set before the first poll ends, so that a second client does not start another poll.
        timer = setTimeout(() => void poll(), 0);
      }
    },
    announce: () => announce(),
    close: () => {
      clearTimeout(timer);
      for (const client of clients) client.end();
      clients.clear();
    },
  };
}
