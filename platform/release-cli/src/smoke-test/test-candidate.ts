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
import type { Apps } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { StoreLocation } from '@shop/releases/store/store-location';

/** The limits of a preview with more time and the priority of the command: a busy machine must not refuse a composition. */
const limits: RendererLimits = {
  ...previewLimits,
  niceness: 0,
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

/** Opens a composition with the renderer, the routes and the headers of a gateway, without signatures and a store API. */
async function openComposition(store: ReleaseStore, candidate: SmokeTestCandidate) {
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
  return {
    resolved,
    renderer,
    listen: () => gateway.listen({ host: '127.0.0.1', port: 0 }),
    close: () => Promise.all([renderer.close(), gateway.close()]),
  };
}

export interface TestCandidateOptions {
  /** The live composition, whose blocking time is compared. Undefined: there is none. */
  live: Apps | undefined;
  executablePath: string | undefined;
  signal: AbortSignal;
}

/**
 * Tests one composition on the server and in a browser. Screenshots of a composition without a problem are stored, once.
 */
export async function testCandidate(
  location: StoreLocation,
  candidate: SmokeTestCandidate,
  { live, executablePath, signal }: TestCandidateOptions,
): Promise<Problem[]> {
  const store = await createReleaseStore(location);
  const tested = await openComposition(store, candidate);
  const { resolved, renderer } = tested;
  const opened = [tested];
  const close = () => Promise.all(opened.map((composition) => composition.close()));
  signal.addEventListener('abort', () => void close());
  const openLive = async (apps: Apps) => {
    const current = await openComposition(store, { ...apps, env: candidate.env });
    opened.push(current);
    await current.renderer.start();
    await current.renderer.whenPrepared();
    return { composition: current.resolved.composition, origin: await current.listen() };
  };
  const readFile = async (key: string) => {
    const stored = await store.get(key);
    return stored && Buffer.from(stored.bytes).toString();
  };
  try {
    const serverProblems = await runServerSmokeTest(resolved, renderer, readFile);
    // A browser adds no finding to a composition that does not start on the server.
    if (serverProblems.length > 0) return serverProblems;
    const origin = await tested.listen();
    const screenshots: TakenScreenshot[] = [];
    const isPictured = await hasScreenshots(store, candidate).catch(() => true);
    const onScreenshot = (screenshot: TakenScreenshot) => void screenshots.push(screenshot);
    const problems = await runBrowserSmokeTest(resolved.composition, origin, {
      executablePath,
      signal,
      openLive: live && compareCompositions(live, candidate).length > 0 ? () => openLive(live) : undefined,
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
