import { randomUUID } from 'node:crypto';
import { beaconPath, type PageBeacon } from '@shop/remote-contract/telemetry';
import { getCookie, type TestGateway } from './test-gateway';

let visitors = 0;

/** An address of its own for each visitor. */
export const nextAddress = () => {
  visitors++;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
};

/** Creates the beacon of a page without failures. @param what  What differs. */
export const createBeacon = (what: Partial<PageBeacon> = {}): PageBeacon => ({
  composition: 2,
  group: 'canary',
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
  ...what,
});

export const createVisitorCookie = () => `visitor=${randomUUID()}`;

/**
 * Opens a page as a browser does, which has a cookie from an earlier visit and stores the telemetry tag of the document.
 *
 * @param gateway  Serves a shell whose document is JSON with `seq`, `telemetry`, and `versions` where a test reads them.
 * @param visit  An empty cookie is a first visit.
 */
export async function visitPage(
  { app }: Pick<TestGateway, 'app'>,
  { cookie = createVisitorCookie(), address = nextAddress(), url = '/' } = {},
) {
  const answer = await app.inject({ url, remoteAddress: address, headers: cookie ? { cookie } : {} });
  const visitorCookie = cookie || getCookie(answer);
  const { seq, telemetry, versions } = answer.json();
  const report = (what: Partial<PageBeacon> = {}, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: beaconPath,
      remoteAddress: address,
      headers: { cookie: visitorCookie, 'content-type': 'application/json', ...headers },
      payload: createBeacon({ composition: seq, group: telemetry?.group ?? 'control', ...what }),
    });
  return { seq, telemetry, versions, cookie: visitorCookie, address, report };
}
