import { createHash } from 'node:crypto';
import type { APIResponse, Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { expect, test } from '../fixtures/shop';

/** One address of each kind of page: with content, without a session, a frame of a private page, an unknown page. */
const pages = ['/', '/products', '/cart', '/login', '/orders', '/privacy', '/no-such-page'];

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Reads the attributes of every start tag of an element, and the text after the tag. */
function findElements(html: string, name: string) {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>(?:([^<]*(?:<(?!/${name})[^<]*)*)</${name}>)?`, 'gi'))].map(
    ([, attributes = '', text = '']) => ({ attributes, text }),
  );
}

/** Lists the scripts and style sheets of a document that the browser would take without a hash or a nonce. */
async function listUnverified(response: APIResponse): Promise<string[]> {
  const html = await response.text();
  const policy = response.headers()['content-security-policy'] ?? '';
  const scripts = findElements(html, 'script').filter(
    ({ attributes }) => !/type="application\/(ld\+)?json"/.test(attributes),
  );
  const links = findElements(html, 'link').filter(({ attributes }) =>
    /rel="(stylesheet|modulepreload)"|as="script"/.test(attributes),
  );
  expect(scripts.length).toBeGreaterThan(0);
  const isVerified = ({ attributes, text }: { attributes: string; text: string }) =>
    /\sintegrity="sha\d+-/.test(attributes) ||
    /\snonce="/.test(attributes) ||
    (text !== '' && policy.includes(hash(text)));
  return [...scripts, ...links].filter((element) => !isVerified(element)).map(({ attributes }) => attributes.trim());
}

/** Collects what the browser reports as violations of the content security policy. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI}`),
    );
  });
  return violations;
}

test('every script and style sheet of every kind of document has a hash or a nonce', async ({ request }) => {
  test.setTimeout(240_000);
  for (const path of pages) {
    const response = await request.get(path);
    expect(await listUnverified(response), path).toEqual([]);
  }
  // The console starts after the shop, and builds its page first in a new checkout.
  await expect(async () => {
    const console = await request.get(`http://127.0.0.1:${addresses.consolePort}/`);
    expect(await listUnverified(console), 'the release console').toEqual([]);
  }).toPass({ timeout: 180_000 });
});

test('no kind of page violates its content security policy, and the browser notices a violation', async ({
  page,
  consoleErrors,
}) => {
  const violations = await watchViolations(page);
  consoleErrors.expect(/no-such-page|Refused to load|violates the following/);
  for (const path of pages) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
  }
  expect(violations).toEqual([]);
  // The next one is an attack: a style sheet of another origin in a document of the shop.
  await page.evaluate(() => {
    const sheet = document.createElement('link');
    Object.assign(sheet, { rel: 'stylesheet', href: 'https://evil.example/x.css' });
    document.head.append(sheet);
  });
  await expect.poll(() => violations).toEqual([expect.stringContaining('style-src-elem https://evil.example/x.css')]);
});

/** Ways in which a script would run text of an attacker. */
const sinks = {
  'HTML of an element': (text: string) => {
    document.createElement('div').innerHTML = text;
  },
  'HTML beside an element': (text: string) => document.body.insertAdjacentHTML('beforeend', text),
  'a document of an attacker': (text: string) => {
    document.createElement('iframe').srcdoc = text;
  },
  'the address of a script': () => {
    document.createElement('script').src = 'https://evil.example/script.js';
  },
  'the text of a script': () => {
    document.createElement('script').textContent = 'alert(1)';
  },
};

test('a page refuses every string that would become code', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/requires? .?Trusted|TrustedHTML|TrustedScript|default.* policy/);
  await page.goto('/');
  for (const [name, write] of Object.entries(sinks)) {
    const error = await page.evaluate(write, '<img src=x onerror=alert(1)>').then(
      () => 'accepted',
      (reason: Error) => reason.message,
    );
    expect(error, name).toMatch(/TypeError/);
  }
});
