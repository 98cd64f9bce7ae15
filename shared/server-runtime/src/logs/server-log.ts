import { choiceSetting } from '@shop/server-settings/read-settings';
import { type FastifyServerOptions, LogController } from 'fastify';
import { createPeerTrust, findRequestId } from '../request-id';
import { serializeError } from './serialize-error';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `LOG_LEVEL`. A request has its line from `info` on. */
export const logLevelSetting = choiceSetting(logLevels, 'warn');

export interface ServerLogOptions {
  level: LogLevel;
  /** Proxies whose `X-Request-Id` counts. */
  trustedProxies: readonly string[];
  /** Receives the lines instead of stdout. */
  stream?: { write(line: string): void } | undefined;
}

/**
 * Creates the options of a Fastify server that writes its log as JSON, one object a line. `observeRequests` writes the line of
 * each request.
 *
 * @example const app = Fastify({ ...createServerLogOptions({ level: 'info', trustedProxies: [] }), bodyLimit });
 */
export function createServerLogOptions({ level, trustedProxies, stream }: ServerLogOptions) {
  const isTrustedPeer = createPeerTrust(trustedProxies);
  return {
    logger: level === 'silent' ? false : { level, serializers: { err: serializeError }, ...(stream ? { stream } : {}) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => findRequestId(request, isTrustedPeer),
  } satisfies FastifyServerOptions;
}
