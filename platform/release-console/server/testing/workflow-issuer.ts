import { startTestServer } from '@shop/releases/testing/test-resources';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { publicUrl } from './test-console';

/** What a workflow asks its platform for. */
export interface IdentityRequest {
  claims?: JWTPayload;
  audience?: string;
  /** Seconds from now. Default: 300. */
  expiresIn?: number;
  /** Issuer in the token. Default: this one. */
  issuer?: string;
}

/** Starts an issuer of identity tokens of workflows, such as a CI platform has. It ends with the test file. */
export async function startWorkflowIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'ES256', use: 'sig' }];
  const stranger = await generateKeyPair('ES256');
  const { origin: own } = await startTestServer(({ url }, response) => {
    const document = url === '/keys' ? { keys } : { issuer: own, jwks_uri: `${own}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  const create = (key: CryptoKey, { claims, audience = publicUrl, expiresIn = 300, issuer = own }: IdentityRequest) =>
    new SignJWT({ sub: 'repo:shop/mf-a', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(key);
  return {
    issuer: own,
    createToken: (request: IdentityRequest = {}) => create(privateKey, request),
    /** Signs with a key that the issuer does not publish. */
    forgeToken: (request: IdentityRequest = {}) => create(stranger.privateKey, request),
  };
}

/** Body of a token exchange. */
export const toExchange = (token: string) =>
  new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  }).toString();
