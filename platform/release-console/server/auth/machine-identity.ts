import { findMachine, type Policy } from '@shop/releases/policy/policy';
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { MachineIdentity } from '../database/documents';

/** An identity token that the service does not accept. The message says why. */
export class InvalidIdentityError extends Error {
  override name = 'InvalidIdentityError';
}

/** Signatures of issuers. An issuer proves itself with a public key, never with a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const discoveryTimeoutMs = 5000;
/** Seconds by which the clocks of an issuer and of this machine may differ. */
const clockTolerance = 30;

const Discovery = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/** Only an issuer on this machine may lack TLS. */
function assertSecure(address: string): URL {
  const url = new URL(address);
  if (url.protocol === 'https:' || url.hostname === '127.0.0.1') return url;
  throw new InvalidIdentityError(`The address ${address} of an issuer must start with https://.`);
}

async function loadKeys(issuer: string): Promise<ReturnType<typeof createRemoteJWKSet>> {
  const url = assertSecure(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(discoveryTimeoutMs), redirect: 'error' });
    const found = v.parse(Discovery, await response.json());
    if (found.issuer !== issuer) throw new Error(`it describes the issuer ${found.issuer}`);
    return createRemoteJWKSet(assertSecure(found.jwks_uri));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidIdentityError(`The keys of ${issuer} cannot be loaded: ${reason}.`);
  }
}

function readIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    throw new InvalidIdentityError('subject_token is not a JSON Web Token.');
  }
}

/**
 * Creates the check of identity tokens of workflows.
 *
 * @param audience  Address of this service. A token for another audience is refused.
 */
export function createMachineVerifier(audience: string) {
  const keys = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({
    max: 20,
    fetchMethod: (issuer) => loadKeys(issuer),
  });

  /**
   * Verifies an identity token and finds its machine. Only the issuers of the policy are asked for their keys.
   *
   * @returns The machine of the policy, and the claims by which it was found.
   * @throws {InvalidIdentityError}
   */
  return async (policy: Policy, token: string) => {
    const issuer = readIssuer(token);
    const machines = Object.values(policy.machines ?? {});
    if (!machines.some((machine) => machine.issuer === issuer)) {
      throw new InvalidIdentityError(`No machine of the release policy has the issuer ${issuer || '(none)'}.`);
    }
    const claims = await verify(token, issuer);
    const found = findMachine(policy, issuer, claims);
    if (!found) throw new InvalidIdentityError('No machine of the release policy has the claims of this token.');
    const { name } = found.actor;
    const identity: MachineIdentity = { issuer, claims: policy.machines?.[name]?.claims ?? {} };
    return { name, minutes: found.minutes, identity };
  };

  async function verify(token: string, issuer: string): Promise<JWTPayload> {
    const found = await keys.forceFetch(issuer);
    try {
      const options = { issuer, audience, algorithms, clockTolerance, requiredClaims: ['exp', 'iat', 'sub'] };
      return (await jwtVerify(token, found, options)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) {
        throw new InvalidIdentityError(`The identity token is refused: ${error.message} (${error.code}).`);
      }
      throw error;
    }
  }
}
