import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sendPlainText } from './error-responses';

/** The body of a request is not what the route receives. The message is for the sender, and says what is wrong. */
export class InvalidReportError extends Error {
  override name = 'InvalidReportError';
}

/** A route that receives what pages report: metrics, errors, violations of the content security policy. */
export interface PageReportRoute<Report> {
  path: string;
  bodyLimit: number;
  /** Requests that one network may send in a minute. */
  requestsPerMinute: number;
  /** What a request carries, in the plural, for the message to a network that sends too many: `error reports`. */
  noun: string;
  /** Message for a body that is too large or no JSON. Default: the message of Fastify. */
  unreadableMessage?: string;
  /** @throws {InvalidReportError} */
  parse: (body: unknown) => Report | Promise<Report>;
  receive: (report: Report, sender: ReportSender) => void | Promise<void>;
}

export interface ReportSender {
  request: FastifyRequest;
  /** Network of a site, as the limits count it. */
  network: string;
}

/**
 * Parses what a page has sent.
 *
 * @param refusal Message for the sender; the first invalid field is added.
 * @throws {InvalidReportError}
 */
export function parseReport<Report>(schema: v.GenericSchema<unknown, Report>, body: unknown, refusal: string): Report {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new InvalidReportError(`${refusal}: ${v.getDotPath(issue) ?? 'the body'}: ${issue.message}.`);
}

/** Adds a route that receives the reports of pages. Its response has no body. */
export function registerPageReportRoute<Report>(
  app: FastifyInstance,
  { path, bodyLimit, requestsPerMinute, noun, unreadableMessage, parse, receive }: PageReportRoute<Report>,
): void {
  const rateLimiter = createRateLimiter({ points: requestsPerMinute, durationSeconds: 60 });
  app.post(
    path,
    {
      bodyLimit,
      errorHandler: (error, _request, reply) =>
        sendPlainText(reply, error.statusCode ?? 400, unreadableMessage ?? error.message),
    },
    async (request, reply) => {
      const network = getSiteNetwork(request.ip);
      const limit = await rateLimiter.consume(network);
      if (!limit.isAllowed) {
        void reply.header('retry-after', limit.retryAfterSeconds);
        return sendPlainText(reply, 429, `Your network has sent too many ${noun}: wait a minute.`);
      }
      let report: Report;
      try {
        report = await parse(request.body);
      } catch (error) {
        if (!(error instanceof InvalidReportError)) throw error;
        return sendPlainText(reply, 400, error.message);
      }
      await receive(report, { request, network });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

/** Prefix of an IPv6 address that names one site (RFC 6177). All addresses of a site count as one network. */
const siteNetworkBits = 48;

/** Finds the network of a visitor's site, which limits and metrics count as one visitor. */
export const getSiteNetwork = (address: string): string => clientNetwork(address, siteNetworkBits);
