import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import type { FastifyInstance } from 'fastify';
import { policyReportPath } from '../http/security-headers';
import { sendPlainText } from '../http/send-plain-text';
import type { GatewayMetrics } from '../operation/gateway-metrics';
import { siteNetworkBits } from '../telemetry/telemetry-recorder';
import { InvalidPolicyReportError, type PolicyViolation, parsePolicyReports } from './parse-policy-reports';

/** Bytes of a request body. A report has about 1,000, most of them a copy of the policy. */
const bodyLimit = 32 * 1024;
/** Requests that one network may send in a minute. A page without faults sends none. */
const reportLimit = { points: 30, durationSeconds: 60 };
/** Lines of the log in a minute, over all networks. The metric counts every violation. */
const logLimit = { points: 30, durationSeconds: 60 };

export interface PolicyReportOptions {
  /** Lists the names of the served apps. */
  listApps: () => readonly string[] | Promise<readonly string[]>;
  metrics?: Pick<GatewayMetrics, 'recordPolicyViolation'> | undefined;
}

/**
 * Adds the route that receives reports about violations of the content security policy. Extensions of browsers cause most
 * violations, so a report is a hint and no error.
 */
export function registerPolicyReportRoute(app: FastifyInstance, { listApps, metrics }: PolicyReportOptions): void {
  const networks = createRateLimiter(reportLimit);
  const log = createRateLimiter(logLimit);
  void app.register(async (routes) => {
    routes.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      routes.getDefaultJsonParser('error', 'error'),
    );
    routes.post(
      policyReportPath,
      {
        bodyLimit,
        errorHandler: (error, _request, reply) =>
          sendPlainText(reply, error.statusCode ?? 400, 'The body must be a report of a content security policy.'),
      },
      async (request, reply) => {
        const limit = await networks.consume(clientNetwork(request.ip, siteNetworkBits));
        if (!limit.isAllowed) {
          void reply.header('retry-after', limit.retryAfterSeconds);
          return sendPlainText(reply, 429, 'Your network has sent too many reports: wait a minute.');
        }
        let violations: PolicyViolation[];
        try {
          violations = parsePolicyReports(request.body, await listApps());
        } catch (error) {
          if (!(error instanceof InvalidPolicyReportError)) throw error;
          return sendPlainText(reply, 400, error.message);
        }
        for (const violation of violations) {
          metrics?.recordPolicyViolation(violation.directive, violation.app);
          if ((await log.consume('all')).isAllowed) {
            request.log.warn({ violation }, 'a page violated its content security policy');
          }
        }
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
}
