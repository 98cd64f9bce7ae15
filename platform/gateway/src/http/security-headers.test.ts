import { createPreview } from '@shop/releases/signed-links/preview';
import { readLive } from '@shop/releases/testing/test-shop';
import { sendRawRequest } from '../testing/raw-connection';
import { closeTestGateways, openTestGateway, type TestGatewayOptions } from '../testing/test-gateway';
import { type ContentSecurityOptions, createContentSecurityPolicy } from './security-headers';

afterEach(closeTestGateways);

/** Opens a shop with these settings, and requests its home page. */
async function openHome(settings: TestGatewayOptions['settings'] = {}) {
  const gateway = await openTestGateway({ settings, isInProcess: true });
  await gateway.promoteShell('one', '1.0.0');
  return gateway.get('/');
}

/** Returns the sources of one directive of a content security policy. */
const getSources = (headers: Readonly<Record<string, unknown>>, directive: string) =>
  String(headers['content-security-policy'])
    .split('; ')
    .find((text) => text.startsWith(`${directive} `))
    ?.slice(directive.length + 1);

const document = { inlineScripts: [], apiOrigin: 'https://api.shop.example' };
const createHeaders = (options: Partial<ContentSecurityOptions> = {}, trustedTypes?: string[]) => ({
  'content-security-policy': createContentSecurityPolicy(
    { ...document, ...(trustedTypes && { trustedTypes }) },
    { isDevelopment: false, ...options },
  ),
});

test('forms may post to every payment provider with TLS, and images come from every host, unless settings limit them', () => {
  const open = createHeaders();
  expect(getSources(open, 'form-action')).toBe("'self' https: http://localhost:* http://127.0.0.1:*");
  expect(getSources(open, 'img-src')).toBe('* data: blob:');
  const limited = createHeaders({ paymentOrigins: ['https://pay.example'], imageOrigins: ['https://cdn.example'] });
  expect(getSources(limited, 'form-action')).toBe("'self' https://api.shop.example https://pay.example");
  expect(getSources(limited, 'img-src')).toBe("'self' https://api.shop.example https://cdn.example data: blob:");
});

test('strings become code only through the policies that the document names', () => {
  const strict = createHeaders({}, ['default', 'mf-content']);
  expect(getSources(strict, 'require-trusted-types-for')).toBe("'script'");
  expect(getSources(strict, 'trusted-types')).toBe("default mf-content 'allow-duplicates'");
  // A shell of an earlier contract creates no policy, and would not start.
  expect(getSources(createHeaders(), 'require-trusted-types-for')).toBeUndefined();
});

test('browsers must use TLS for a shop whose public address has TLS', async () => {
  const secure = await openHome({ publicUrl: 'https://shop.example' });
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await openHome({ publicUrl: 'http://shop.example' })).headers).not.toHaveProperty(
    'strict-transport-security',
  );
  expect((await openHome()).headers).not.toHaveProperty('strict-transport-security');
});

test.each([
  ['not from a stranger', undefined, false],
  ['from a trusted proxy', ['127.0.0.1'], true],
])('a cookie is for TLS only by the X-Forwarded-Proto header, %s', async (_sender, trustedProxies, isSecure) => {
  const { environment, openLink, promoteShell } = await openTestGateway({
    settings: { trustedProxies },
    isInProcess: true,
  });
  await promoteShell('one', '1.0.0');
  const state = await readLive(environment);
  const { id } = await createPreview(environment, state.live, { by: 'asha', duration: 60_000 });
  const { headers } = await openLink(`/-/preview/${id}`, { 'x-forwarded-proto': 'https' });
  expect(/; Secure/.test(String(headers['set-cookie']))).toBe(isSecure);
});

test('rejects a request with two Host headers, because a proxy may use another one than the gateway', async () => {
  const { listen, promoteShell } = await openTestGateway({ isInProcess: true });
  await promoteShell('one', '1.0.0');
  const response = await sendRawRequest(await listen(), 'GET /', { Host: 'evil.example' });
  expect([response.status, response.body]).toEqual([400, 'The request has two Host headers.']);
});
