import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey } from '@shop/releases/state/head';
import { listEnvironments } from '@shop/releases/state/list-environments';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds between two looks at HEADs while somebody watches: a change is seen well within a second. */
const lookInterval = 300;
/** Looks after which the environments are listed anew. */
const looksPerListing = 20;
/** Looks after which a page is sent a sign of life: one that hears none for a while connects anew. */
const looksPerBeat = 50;

export interface LiveUpdates {
  /** Keeps a page's connection open and tells it of every change. @param isCurrent Whether its session still holds. */
  connect: (request: FastifyRequest, reply: FastifyReply, isCurrent: () => Promise<boolean>) => void;
  /** Tells all pages to look again: something changed that is not in the store. */
  announce: () => void;
  close: () => void;
}

interface Watcher {
  /** Until the first look after it came: what changed before that look it cannot have been told. */
  isNew: boolean;
  send: (text: string) => void;
  end: () => void;
  isCurrent: () => Promise<boolean>;
}

/**
 * Server-sent events: `change` whenever an environment changed, from wherever. What changed is not in the event; a page
 * that was away for a while asks for the state like any other. The store is looked at only while somebody watches.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createLiveUpdates({ store }: Pick<Environment, 'store'>): LiveUpdates {
  const watchers = new Set<Watcher>();
  let names: string[] = [];
  let last = '';
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;

  const announce = (told: Iterable<Watcher> = watchers) => {
    for (const watcher of told) watcher.send('event: change\ndata: {}\n\n');
  };

  const look = async () => {
    try {
      if (looks % looksPerListing === 0) names = await listEnvironments(store);
      const tags = await Promise.all(
        names.map(async (name) => `${name} ${(await store.get(getHeadKey(name)))?.tag ?? ''}`),
      );
      const seen = tags.join('\n');
      announce([...watchers].filter(({ isNew }) => isNew || seen !== last));
      for (const watcher of watchers) watcher.isNew = false;
      last = seen;
    } catch {
      // The store cannot be reached: the state says so to whoever asks, and the next look may find it again.
    }
    looks += 1;
    if (looks % looksPerBeat === 0) {
      for (const watcher of watchers) {
        if (await watcher.isCurrent()) watcher.send('event: beat\ndata: {}\n\n');
        else watcher.end();
      }
    }
    timer = watchers.size > 0 ? setTimeout(() => void look(), lookInterval) : undefined;
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
      const watcher: Watcher = { isNew: true, send: (text) => raw.write(text), end: () => raw.end(), isCurrent };
      watchers.add(watcher);
      request.raw.once('close', () => watchers.delete(watcher));
      if (timer === undefined) {
        looks = 0;
        // Set before the first look is over, so that a second page does not start looking as well.
        timer = setTimeout(() => void look(), 0);
      }
    },
    announce: () => announce(),
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.end();
      watchers.clear();
    },
  };
}
