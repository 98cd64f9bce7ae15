import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import type { FastifyInstance } from 'fastify';
import { registerPageReportRoute } from '../http/page-report-route';
import { policyReportPath } from '../http/security-headers';
import type { GatewayMetrics } from '../operation/gateway-metrics';
import { notReportMessage, parsePolicyReports } from './parse-policy-reports';

/** Bytes of a request body. A report has about 1,000, most of them a copy of the policy. */
const bodyLimit = 32 * 1024;
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
  const log = createRateLimiter(logLimit);
  void app.register(async (routes) => {
    routes.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit },
      routes.getDefaultJsonParser('error', 'error'),
    );
    registerPageReportRoute(routes, {
      path: policyReportPath,
      bodyLimit,
      // A page without faults sends none.
      requestsPerMinute: 30,
      noun: 'reports',
      unreadableMessage: notReportMessage,
      parse: async (body) => parsePolicyReports(body, await listApps()),
      async receive(violations, { request }) {
        for (const violation of violations) {
          metrics?.recordPolicyViolation(violation.directive, violation.app);
          if ((await log.consume('all')).isAllowed) {
            request.log.warn({ violation }, 'a page violated its content security policy');
          }
        }
      },
    });
  });
}
