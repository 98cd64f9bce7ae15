import { openTestGateway } from '@shop/gateway/testing/test-gateway';
import type { createTestEnvironment } from '@shop/releases/testing/test-environment';
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
export function startAttackedGateway(
  environment: ReturnType<typeof createTestEnvironment>,
  seenSeq = 0,
): Promise<AttackedGateway> {
  const watermark = { seq: seenSeq, file: 'watermark', raise: async () => {} };
  return openTestGateway({
    environment,
    interval: 60_000,
    isInProcess: true,
    now: Date.now,
    ...(seenSeq > 0 ? { state: { watermark } } : {}),
  });
}
