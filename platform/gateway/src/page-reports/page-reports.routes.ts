import type { FastifyInstance } from 'fastify';
import { hasVisitorId } from '../canary/canary-assignment';
import type { DocumentOptions } from '../documents/document-options';
import type { SelectComposition } from '../documents/select-composition';
import { registerErrorReportRoute } from '../error-reports/error-reports.routes';
import { registerPolicyReportRoute } from '../policy-reports/policy-reports.routes';
import { registerBeaconRoute } from '../telemetry/beacon.routes';

type PageReportsOptions = Pick<DocumentOptions, 'current' | 'metrics' | 'errorReports' | 'telemetry'> & {
  select: SelectComposition;
};

/** Adds the routes that receive what pages report: violations of the content security policy, errors and figures. */
export function registerPageReportRoutes(
  app: FastifyInstance,
  { current, metrics, errorReports, telemetry, select }: PageReportsOptions,
): void {
  registerPolicyReportRoute(app, {
    listApps: async () => {
      const live = (await current())?.composition;
      return live ? [live.shell, ...live.remotes].map(({ name }) => name) : [];
    },
    metrics,
  });
  if (errorReports) registerErrorReportRoute(app, errorReports);
  if (!telemetry) return;
  registerBeaconRoute(app, {
    recorder: telemetry,
    findAssignment: async (request, reply) => {
      const assignment = (await select(request, reply))?.assignment;
      if (!assignment) return null;
      // A beacon without a visitor id belongs to no group: it counts in the charts only.
      return hasVisitorId(request) ? assignment : { ...assignment, visitorId: null };
    },
  });
}
