import * as v from 'valibot';
import { InvalidReportError } from '../http/page-report-route';

/** A violation of the content security policy that a browser has reported, without personal data. */
export interface PolicyViolation {
  /** A directive of the shop's policy, or `other`. */
  directive: string;
  /** App whose file broke the policy: one of the served apps, or `other`. */
  app: string;
  /** What was blocked: the origin and path of an address, or a word such as `inline`. */
  blocked: string;
}

/** Message for a body that is not a report of a browser. */
export const notReportMessage = 'The body must be a report of a content security policy.';

/** Reports of one request that count. Browsers send a few at a time. */
const maxReports = 10;

const directives = new Set([
  ...[
    'default-src',
    'script-src',
    'script-src-elem',
    'script-src-attr',
    'style-src',
    'style-src-elem',
    'style-src-attr',
  ],
  ...['img-src', 'font-src', 'connect-src', 'form-action', 'frame-ancestors', 'base-uri', 'object-src', 'frame-src'],
  ...['require-trusted-types-for', 'trusted-types', 'worker-src', 'manifest-src', 'media-src'],
]);

/** Body of a `report-uri` request. CSP Level 3, section 5.3. */
const Legacy = v.object({
  'csp-report': v.object({
    'effective-directive': v.optional(v.string(), ''),
    'violated-directive': v.optional(v.string(), ''),
    'blocked-uri': v.optional(v.string(), ''),
    'source-file': v.optional(v.string(), ''),
  }),
});

/** Body of a `report-to` request: reports of several types. Reporting API, section 3.5.1. */
const Reports = v.array(v.object({ type: v.string(), body: v.nullish(v.unknown()) }));
const Violation = v.object({
  effectiveDirective: v.optional(v.string(), ''),
  blockedURL: v.nullish(v.string(), ''),
  sourceFile: v.nullish(v.string(), ''),
});

/**
 * Parses the reports of a browser. The reports also contain the address of the page, the referrer and a sample of the blocked
 * code: these may contain personal data, and are dropped.
 *
 * @param body Parsed JSON of a `report-uri` or a `report-to` request.
 * @param apps Names of the served apps.
 * @throws {InvalidReportError} When the body is neither.
 */
export function parsePolicyReports(body: unknown, apps: readonly string[]): PolicyViolation[] {
  const legacy = v.safeParse(Legacy, body);
  if (legacy.success) {
    const report = legacy.output['csp-report'];
    const directive = report['effective-directive'] || (report['violated-directive'].split(' ')[0] ?? '');
    return [createViolation({ directive, blocked: report['blocked-uri'], source: report['source-file'] }, apps)];
  }
  const reports = v.safeParse(Reports, body);
  if (!reports.success) throw new InvalidReportError(notReportMessage);
  return reports.output.slice(0, maxReports).flatMap(({ type, body: details }) => {
    const found = v.safeParse(Violation, details);
    if (type !== 'csp-violation' || !found.success) return [];
    const { effectiveDirective: directive, blockedURL: blocked, sourceFile: source } = found.output;
    return [createViolation({ directive, blocked, source }, apps)];
  });
}

interface ReportedViolation {
  directive: string;
  blocked: string;
  source: string;
}

function createViolation({ directive, blocked, source }: ReportedViolation, apps: readonly string[]): PolicyViolation {
  const [, app = ''] = /\/r\/([a-z0-9-]{1,50})\//.exec(source) ?? /\/r\/([a-z0-9-]{1,50})\//.exec(blocked) ?? [];
  return {
    directive: directives.has(directive) ? directive : 'other',
    app: apps.includes(app) ? app : 'other',
    blocked: formatBlocked(blocked),
  };
}

/** Returns the origin and path of an address. The query, the fragment and user information may contain personal data. */
function formatBlocked(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unreadable';
  const { protocol, origin, pathname } = new URL(blocked);
  return (/^https?:$/.test(protocol) ? origin + pathname : protocol).slice(0, 200);
}
