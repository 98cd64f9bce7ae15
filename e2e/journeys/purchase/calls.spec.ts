import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

test('calls send the token, cookies and JSON to the API, and the token to no other origin [6.roles-02 7.base-01 7.base-04 7.base-05 7.base-06 R.12-1 R.13-1]', async ({
  page,
  context,
  shopper,
  header,
  login,
}) => {
  const { origin, host, pathname } = new URL(addresses.api);
  await context.addCookies([{ name: 'visit', value: 'seven', url: origin }]);
  const seen: { url: URL; method: string; type: string; headers: Promise<Record<string, string>> }[] = [];
  page.on('request', (request) => {
    const type = request.resourceType();
    seen.push({ url: new URL(request.url()), method: request.method(), type, headers: request.allHeaders() });
  });

  await page.goto('/orders');
  await login.signIn(shopper);
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  await header.account.click();
  await expect(page.getByText(shopper.email)).toBeVisible();
  // The documents of the other pages hand store information over.
  await page.goto('/api-test');
  await expect(page.getByText('Connection successful.')).toBeVisible();

  const calls = seen.filter(({ url, type }) => url.origin === origin && type === 'fetch');
  const paths = calls.map(({ method, url }) => `${method} ${url.pathname}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      `GET ${pathname}/storeInfo`,
      `POST ${pathname}/users/authorize`,
      `GET ${pathname}/orders`,
      `GET ${pathname}/accountInfo`,
    ]),
  );
  for (const { url, method, headers } of calls) {
    expect(url.pathname).toMatch(new RegExp(`^${pathname}/`));
    const sent = await headers;
    expect(sent.host).toBe(host);
    expect(sent.cookie).toContain('visit=seven');
    if (method === 'POST') expect(sent['content-type']).toBe('application/json');
    const isPrivate = /\/(orders|accountInfo)$/.test(url.pathname);
    if (isPrivate) expect(sent.authorization).toMatch(/^Bearer ./);
  }
  const others = seen.filter(({ url }) => url.origin !== origin);
  expect(others.length).toBeGreaterThan(0);
  for (const { headers } of others) expect(await headers).not.toHaveProperty('authorization');
});
