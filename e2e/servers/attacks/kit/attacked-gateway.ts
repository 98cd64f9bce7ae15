import { createGateway } from '@shop/gateway/app';
import { createCanaryAllowlist } from '@shop/gateway/canary/canary-allowlist';
import { watchComposition } from '@shop/gateway/composition/composition-watcher';
import { createPreviews } from '@shop/gateway/previews/previews';
import { createTelemetryRecorder } from '@shop/gateway/telemetry/telemetry-recorder';
import { createInProcessPools } from '@shop/gateway/testing/in-process-pools';
import { closedCatalog, createTestManifests } from '@shop/gateway/testing/test-gateway';
import type { Environment } from '@shop/releases/state/environment';
import type { LightMyRequestResponse } from 'fastify';

/** The real gateway on a release store that a test has attacked. Shells run in this process, so that it starts fast. */
export interface AttackedGateway {
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Errors that the gateway reported. */
  errors: string[];
  close: () => Promise<void>;
}

/**
 * Starts a gateway.
 *
 * @param seenSeq Sequence number of the newest HEAD that an earlier process of this gateway has seen.
 */
export async function startAttackedGateway(environment: Environment, seenSeq = 0): Promise<AttackedGateway> {
  const { store, name } = environment;
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error));
  const manifests = createTestManifests(environment, onError);
  const watermark = { seq: seenSeq, file: 'watermark', raise: async () => {} };
  const watcher = await watchComposition({
    environment,
    interval: 60_000,
    manifests,
    onError,
    pools: createInProcessPools(),
    ...(seenSeq > 0 ? { watermark } : {}),
  });
  const { current, canaries, isDegraded } = watcher;
  const app = createGateway({
    settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
    telemetry: createTelemetryRecorder({ store, env: name, current, canaries, now: Date.now, onError }),
    store,
    catalog: closedCatalog,
    manifests,
    current,
    canaries,
    isDegraded,
    previews: createPreviews(environment, createInProcessPools(), onError),
    allowlist: createCanaryAllowlist({ environment, onError }),
    onFileError: onError,
  });
  return {
    get: (url, headers = {}) => app.inject({ url, headers }),
    errors,
    close: async () => {
      await watcher.stop();
      await app.close();
    },
  };
}
