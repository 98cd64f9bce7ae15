import type { Environment } from '@shop/releases/state/environment';
import { createGateway, type GatewayOptions } from './app';
import { createCanaryAllowlist } from './canary/canary-allowlist';
import { type WatchOptions, watchComposition } from './composition/composition-watcher';
import { hotReloadHook, openDevServerComposer } from './composition/dev-server-composition';
import { createDataReader, type SearchProducts } from './data/read-data';
import { createProductEntries } from './discovery/product-entries';
import { createProductSearch } from './discovery/product-search';
import { createProductSitemaps } from './discovery/product-sitemaps';
import { createStoreCatalogClient, type StoreCatalogClient } from './discovery/store-catalog-client';
import { createErrorRecorder } from './error-reports/error-recorder';
import { throttleErrors } from './http/throttle-errors';
import type { StoreOperation } from './operation/gateway-metrics';
import type { PageCache } from './page-cache/page-cache';
import { createPreviews } from './previews/previews';
import { createReleaseManifests, type ReleaseManifests } from './release-files/release-manifests';
import { createSignedHistory } from './release-files/signed-history';
import { liveLimits, previewLimits } from './rendering/renderer-limits';
import { createRendererPools, type RendererPools } from './rendering/renderer-pools';
import type { GatewaySettings } from './settings';
import { createReportedCompositions } from './telemetry/reported-compositions';
import { createTelemetryRecorder } from './telemetry/telemetry-recorder';

export interface OpenGatewayOptions
  extends Pick<GatewayOptions, 'log' | 'metrics' | 'tracing' | 'shutdown' | 'loadLimits'>,
    Pick<WatchOptions, 'watermark' | 'cache'> {
  environment: Environment;
  /** Identifies this gateway over its restarts. Default: another one after each start. */
  identity?: string | undefined;
  settings: GatewayOptions['settings'] &
    Pick<GatewaySettings, 'storeApiUrl' | 'pageRenderers' | 'regionHeader' | 'customerGroups'>;
  interval: number;
  /** Absent: every document is rendered for its request. */
  pageCache?: PageCache | undefined;
  /** Creates the function that receives the errors of one kind. `failure` says what fails. */
  onErrorOf: (failure: string) => (error: unknown) => void;
  /** Base addresses of development servers by app. Their apps replace those of the live composition. */
  devServers?: Readonly<Record<string, string>>;
  /** Clock of telemetry and error reports in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Replaces the store API of the web manifest and of the search. The shop then has no sitemap. */
  catalog?: StoreCatalogClient | undefined;
  /** Replaces the processes that render pages. */
  pools?: { live: RendererPools; previews: RendererPools } | undefined;
}

/** Opens the pools that render the pages of live compositions and of previews. */
function openPools({ settings, metrics, onErrorOf }: OpenGatewayOptions, search: SearchProducts) {
  const rendering = {
    settings,
    readData: createDataReader({
      settings,
      search,
      onError: throttleErrors(onErrorOf('Data of a page cannot be read')),
    }),
    onError: throttleErrors(onErrorOf('Pages are not rendered')),
    onProcessFailure: () => metrics?.recordProcessFailure(),
  };
  return {
    live: createRendererPools({ ...rendering, limits: liveLimits, liveSize: settings.pageRenderers }),
    previews: createRendererPools({ ...rendering, limits: previewLimits }),
  };
}

/** Creates the manifests of the releases that an environment has signed. */
export function createManifests(environment: Environment, onError: (error: unknown) => void): ReleaseManifests {
  const search = createSignedHistory({ environment, pin: (releases) => manifests.pin(releases), onError });
  const manifests: ReleaseManifests = createReleaseManifests(environment.store, search);
  return manifests;
}

/** Opens everything that a gateway consists of, and starts to follow the environment. The caller lets it listen. */
export async function openGateway(options: OpenGatewayOptions) {
  const { environment, settings, interval, metrics, onErrorOf, now, devServers = {} } = options;
  const { storeApiUrl } = settings;
  const onCatalogError = onErrorOf('The catalogue cannot be read from the store API');
  const { catalog = createStoreCatalogClient({ storeApiUrl, onError: onCatalogError }) } = options;
  const onSitemapError = throttleErrors(onErrorOf('The sitemap is not up to date'));
  const sitemaps = createProductSitemaps({
    entries: createProductEntries({ storeApiUrl, onError: onSitemapError }),
    onError: onSitemapError,
  });
  const onSearchError = throttleErrors(onErrorOf('The store API cannot be searched'));
  const search = createProductSearch({ storeApiUrl, catalog, onError: onSearchError });
  const { pools = openPools(options, search), watermark, cache, pageCache, ...operation } = options;
  const { store, name: env } = environment;
  const countErrors = (operation: StoreOperation, failure: string) => {
    const report = onErrorOf(failure);
    return (error: unknown) => {
      metrics?.recordStoreError(operation);
      report(error);
    };
  };
  const onFileError = countErrors('file', 'A released file is not served');
  const manifests = createManifests(environment, onFileError);
  const watcher = await watchComposition({
    environment,
    manifests,
    interval,
    watermark,
    cache,
    onPoll: (isSuccess) => metrics?.recordHeadPoll(isSuccess),
    onError: onErrorOf('The release store cannot be followed'),
    pools: pools.live,
  });
  const { current, canaries } = watcher;
  metrics?.observe({
    getSeq: () => current()?.composition.seq ?? null,
    countCanaries: () => canaries().length,
    countProcesses: () => {
      const [live, previews] = [pools.live.countProcesses(), pools.previews.countProcesses()];
      return { ready: live.ready + previews.ready, starting: live.starting + previews.starting };
    },
  });
  const composer =
    Object.keys(devServers).length > 0
      ? openDevServerComposer(devServers, onErrorOf('The shell of the development server has failed'))
      : null;
  const recording = { store, env, reported: createReportedCompositions({ current, canaries }, now), now };
  const telemetry = createTelemetryRecorder({
    ...recording,
    canaries,
    gateway: options.identity,
    onPageErrors: (release, errors) => metrics?.recordPageErrors(release, errors),
    onError: countErrors('telemetry', 'Telemetry cannot be written to the release store'),
  });
  const errorReports = createErrorRecorder({
    ...recording,
    onError: onErrorOf('Error reports cannot be written to the release store'),
  });
  const { regionHeader, customerGroups } = settings;
  const allowlist = createCanaryAllowlist({
    environment,
    regionHeader,
    customerGroups,
    onError: onErrorOf('A staff pass cannot be read'),
  });
  const app = createGateway({
    ...operation,
    store,
    manifests,
    onFileError,
    catalog,
    ...(options.catalog ? {} : { sitemaps }),
    search,
    current: composer ? () => composer.compose(current()) : current,
    change: watcher.change,
    isDegraded: watcher.isDegraded,
    ...(composer
      ? { firstScript: hotReloadHook }
      : {
          canaries,
          previews: createPreviews({
            environment,
            pools: pools.previews,
            listServed: () =>
              [current(), ...canaries().map(({ composition }) => composition)].filter((live) => live !== null),
            onError: onErrorOf('A preview cannot be shown'),
          }),
          allowlist,
          telemetry,
          errorReports,
          pageCache,
        }),
  });
  /** Stops the server, the polls and the renderers. */
  const close = async () => {
    await app.close();
    await watcher.stop();
    await composer?.close();
  };
  return { app, watcher, telemetry, errorReports, close };
}
