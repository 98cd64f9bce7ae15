import { assertThat, NotChecked, showResponse } from '../assertions';
import type { Check } from '../check';
import type { ApiResponse } from '../client';
import type { Shop } from '../shop';

const corsHeaders = ['access-control-allow-origin', 'access-control-allow-credentials'];

const showHeaders = (response: ApiResponse, names: readonly string[]) =>
  `${response.call}: ${names.map((name) => `${name}: ${response.headers.get(name) ?? 'none'}`).join(', ')}`;

/** Skips a check of CORS for an API on the shop's own origin: browsers need no permission there. */
export const betweenOrigins = ({ run, ...check }: Check): Check => ({
  ...check,
  run: async (shop) => {
    const { apiBase, origin } = shop.options;
    if (new URL(apiBase).origin === origin) throw new NotChecked('pages call the API on their own origin');
    await run(shop);
  },
});

/** A page may read a response to a call with cookies only when it names the origin of the page. */
function assertReadable(response: ApiResponse, { options: { origin } }: Shop): void {
  const [allowOrigin, allowCredentials] = corsHeaders.map((name) => response.headers.get(name));
  const isReadable = allowOrigin === origin && allowCredentials === 'true';
  assertThat(isReadable, `the CORS headers for pages of ${origin} with cookies`, showHeaders(response, corsHeaders));
}

const hasJsonType = ({ headers }: ApiResponse) =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** What a browser needs beside the bodies. The last check looks at what the others have read, so it comes last. */
export const browserChecks: readonly Check[] = [
  betweenOrigins({
    statement: '7.base-04',
    title: 'Pages of the shop may read responses to calls with cookies',
    run: async (shop) => assertReadable(await shop.get('/storeInfo'), shop),
  }),
  betweenOrigins({
    statement: '6.roles-02',
    title: 'Pages of the shop may send a token and JSON',
    run: async (shop) => {
      for (const [path, method] of [
        ['/accountInfo', 'GET'],
        ['/orders', 'POST'],
      ] as const) {
        const response = await shop.send({
          method: 'OPTIONS',
          path,
          headers: {
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization,content-type',
          },
        });
        assertReadable(response, shop);
        const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
        const isAllowed = ['authorization', 'content-type'].every((name) => allowed.includes(name));
        const isSuccess = response.status >= 200 && response.status < 300;
        const names = ['access-control-allow-headers'];
        assertThat(isAllowed, 'authorization and content-type in the headers', showHeaders(response, names));
        assertThat(isSuccess, 'a status of success', showResponse(response));
      }
    },
  }),
  betweenOrigins({
    statement: '4.session-05',
    title: 'Pages of the shop may read refusals',
    run: async (shop) => assertReadable(await shop.get('/accountInfo'), shop),
  }),
  {
    statement: '7.base-05',
    title: 'Every body that the shop reads has the content type JSON',
    run: async ({ client }) => {
      const wrong = client.responses.find((response) => response.isRead && !hasJsonType(response));
      assertThat(!wrong, 'content-type: application/json', wrong ? showHeaders(wrong, ['content-type']) : '');
    },
  },
];
