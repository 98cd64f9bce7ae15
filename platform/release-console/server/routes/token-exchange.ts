import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { createMachineVerifier, InvalidIdentityError } from '../auth/machine-identity';
import type { Service } from '../service';
import { describeErrors, describeRequest, toResponse } from './api-document';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const identityTokens = ['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'];

/** Request of RFC 8693, without the parameters that the service does not use. */
const Exchange = v.object({
  grant_type: v.literal('urn:ietf:params:oauth:grant-type:token-exchange', 'grant_type must be that of RFC 8693'),
  subject_token: v.pipe(
    v.string('subject_token is missing: send the identity token of the workflow'),
    v.maxLength(16_384, 'subject_token is too long'),
  ),
  subject_token_type: v.picklist(identityTokens, `subject_token_type must be ${identityTokens.join(' or ')}`),
});

const Exchanged = v.object({
  access_token: v.string(),
  issued_token_type: v.literal(accessToken),
  token_type: v.literal('Bearer'),
  expires_in: v.number(),
});

/** An error of RFC 6749, section 5.2. */
const Refused = v.object({ error: v.picklist(['invalid_request', 'invalid_grant']), error_description: v.string() });

/** Exchanges of one network, whose signatures are verified. */
const exchangeLimit = { points: 60, durationSeconds: 60 };

const sendProblem = (
  reply: FastifyReply,
  error: v.InferOutput<typeof Refused>['error'],
  description: string,
  status = 400,
) => reply.code(status).send({ error, error_description: description } satisfies v.InferOutput<typeof Refused>);

/**
 * Adds the route by which a workflow exchanges its identity token for a token of this service, which ends after some minutes. The
 * body is a form.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693
 */
export async function addTokenExchange(app: FastifyInstance, service: Service): Promise<void> {
  const { tokens, policies, publicUrl, now = Date.now } = service;
  const verify = createMachineVerifier(publicUrl);
  const limiter = createRateLimiter(exchangeLimit);

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      '/api/token',
      {
        config: { isForMachines: true },
        schema: {
          summary: 'Exchange the identity token of a workflow for an access token (RFC 8693)',
          description: `The audience of the identity token is ${publicUrl}. The body is a form.`,
          tags: ['tokens'],
          consumes: ['application/x-www-form-urlencoded'],
          body: describeRequest(Exchange),
          response: {
            200: toResponse('Done', Exchanged),
            400: toResponse('The token is refused', Refused),
            429: toResponse('The network has sent too many requests', Refused),
            ...describeErrors([413, 415]),
          },
          security: [],
        },
      },
      async (request, reply) => {
        const attempt = await limiter.consume(clientNetwork(request.ip));
        if (!attempt.isAllowed) {
          void reply.header('retry-after', String(attempt.retryAfterSeconds));
          return sendProblem(reply, 'invalid_request', 'Too many requests: wait a minute.', 429);
        }
        const body = v.safeParse(Exchange, request.body);
        if (!body.success) return sendProblem(reply, 'invalid_request', body.issues[0].message);
        try {
          const { policy } = await policies.current();
          const { name, identity, minutes } = await verify(policy, body.output.subject_token);
          const endsAt = new Date(now() + minutes * 60_000);
          const { token } = await tokens.create({
            owner: name,
            name: 'workflow',
            endsAt,
            scope: null,
            machine: identity,
          });
          return await reply.send({
            access_token: token,
            issued_token_type: accessToken,
            token_type: 'Bearer',
            expires_in: minutes * 60,
          });
        } catch (error) {
          if (error instanceof InvalidIdentityError) return sendProblem(reply, 'invalid_grant', error.message);
          throw error;
        }
      },
    );
  });
}
