import { createGateway } from '@shop/gateway/app';
import type { ReadData } from '@shop/gateway/data/read-data';
import { createUnsignedManifests } from '@shop/gateway/release-files/release-manifests';
import { createCompositionCode } from '@shop/gateway/rendering/composition-code';
import { previewLimits, type RendererLimits } from '@shop/gateway/rendering/renderer-limits';
import { createRendererPool } from '@shop/gateway/rendering/renderer-pool';
import { getFirstLine, type Problem } from '@shop/releases/gates/gate';
import { hasScreenshots, writeScreenshots } from '@shop/releases/history/screenshots';
import { runBrowserSmokeTest } from '@shop/releases/smoke-test/browser-smoke-test';
import { runServerSmokeTest, smokeTestSettings } from '@shop/releases/smoke-test/server-smoke-test';
import type { SmokeTestCandidate } from '@shop/releases/smoke-test/smoke-test.gate';
import { getStubResponse } from '@shop/releases/smoke-test/store-api-stub';
import type { TakenScreenshot } from '@shop/releases/smoke-test/take-screenshot';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import type { StoreLocation } from '@shop/releases/store/store-location';

/** The limits of a preview with more time: a busy machine must not refuse a composition. */
const limits: RendererLimits = {
  ...previewLimits,
  startTimeoutMs: 30_000,
  documentTimeoutMs: 10_000,
  renderTimeoutMs: 10_000,
  firstRenderTimeoutMs: 10_000,
  stuckTimeoutMs: 60_000,
  warmUpMs: 0,
};

/** Reads from the stub of the store API, as the browser does. The backends of remotes have nothing. */
const readData: ReadData = async (url) => {
  const isStoreApi = url.startsWith(`${smokeTestSettings.publicApiBase}/`);
  const json = isStoreApi ? getStubResponse('GET', new URL(url).pathname) : undefined;
  const status = json ? 200 : 404;
  return { status, contentType: 'application/json', body: JSON.stringify(json ?? { error: 'No such call.' }) };
};

/**
 * Starts one composition with the renderer, the routes and the headers of a gateway, without signatures and a store API, and tests
 * it on the server and in a browser. Screenshots of a composition without a problem are stored, once.
 */
export async function testCandidate(
  location: StoreLocation,
  candidate: SmokeTestCandidate,
  executablePath: string | undefined,
  signal: AbortSignal,
): Promise<Problem[]> {
  const store = await createReleaseStore(location);
  const resolved = await resolveComposition(store, { schema: 1, seq: 0, ...candidate });
  const { idleTimeoutMs: _, ...lasting } = limits;
  const renderer = createRendererPool({
    code: createCompositionCode(store, resolved),
    warmUpRequests: [],
    limits: lasting,
    readData,
    // The results of the calls say what failed.
    onError: () => {},
  });
  const gateway = createGateway({
    settings: { ...smokeTestSettings, serviceWorker: 'off' },
    store,
    manifests: createUnsignedManifests(store),
    catalog: { getStoreInfo: async () => null, getProducts: async () => null, hasSearch: async () => false },
    current: () => ({ composition: resolved.composition, renderer }),
  });
  const close = () => Promise.all([renderer.close(), gateway.close()]);
  signal.addEventListener('abort', () => void close());
  try {
    const serverProblems = await runServerSmokeTest(resolved, renderer);
    // A browser adds no finding to a composition that does not start on the server.
    if (serverProblems.length > 0) return serverProblems;
    const origin = await gateway.listen({ host: '127.0.0.1', port: 0 });
    const screenshots: TakenScreenshot[] = [];
    const isPictured = await hasScreenshots(store, candidate).catch(() => true);
    const onScreenshot = (screenshot: TakenScreenshot) => void screenshots.push(screenshot);
    const problems = await runBrowserSmokeTest(resolved.composition, origin, {
      ...{ executablePath, signal },
      ...(!isPictured && { onScreenshot }),
    });
    const taken = screenshots.flatMap(({ bytes, ...screen }) => (bytes ? [{ ...screen, bytes }] : []));
    // A list that lacks a screen would say that the screen is gone: the next test tries again.
    if (problems.length === 0 && !isPictured && taken.length === screenshots.length) {
      // A person who may only read the store checks a release without storing its pictures.
      await writeScreenshots(store, candidate, taken).catch(() => undefined);
    }
    return problems;
  } catch (error) {
    throw new Error(getFirstLine(error));
  } finally {
    await close();
  }
}
