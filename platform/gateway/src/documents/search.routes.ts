import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SearchProducts } from '../data/read-data';
import { searchPath } from '../data/readable-addresses';
import { SearchUnavailableError } from '../discovery/product-search';
import type { GatewayLoad } from '../overload/overload-protection';
import type { CountSearch } from './search-limit';

export interface SearchRouteOptions {
  search: SearchProducts;
  getLoad: () => GatewayLoad;
  countSearch: CountSearch;
}

/** Seconds after which a page asks again: the store API client of a page waits up to ten. */
const retryAfter = 5;

/** Adds the search of products: `GET /-/search`. */
export function registerSearchRoute(app: FastifyInstance, { search, getLoad, countSearch }: SearchRouteOptions): void {
  app.get(searchPath, async (request, reply) => {
    if (getLoad().isOverloaded) return sendUnavailable(reply);
    const limit = await countSearch(request);
    if (!limit.isAllowed) {
      return reply
        .code(429)
        .headers({ 'retry-after': String(limit.retryAfterSeconds), 'cache-control': 'no-store' })
        .send({ error: 'Your network has sent too many searches: wait a minute.' });
    }
    try {
      const query = request.url.slice(request.url.indexOf('?') + 1);
      const { status, contentType, body } = await search(new URLSearchParams(query === request.url ? '' : query));
      const isFound = status === 200;
      return reply
        .code(status)
        .header('cache-control', isFound ? 'public, max-age=60' : 'no-store')
        .type(contentType)
        .send(body);
    } catch (error) {
      if (error instanceof SearchUnavailableError) return sendUnavailable(reply);
      throw error;
    }
  });
}

const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .send({ error: 'The search is not available yet. Please try again in a moment.' });
