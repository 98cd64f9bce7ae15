import type { BrowserContext, Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';

/** What happened in the pages of a context that no payload may cause. */
export interface Watch {
  /** Calls of `hit` and of dialogs, with the address of the page. */
  executions: string[];
  /** Violations of the content security policy or of Trusted Types. They mean that markup of a payload became active. */
  violations: string[];
  /** Requests to other hosts for scripts, styles, frames or documents. */
  requests: string[];
}

/** Hosts of the shop and of the store API. */
export const ownHosts = new Set([new URL(addresses.shop).host, new URL(addresses.api).host]);
const activeTypes = new Set(['script', 'stylesheet', 'document', 'font', 'manifest', 'other']);

/** Pages that show HTML of the store, which the browser sanitises. */
export const policyPages = ['/terms', '/privacy', '/refund', '/return', '/shipping'];

/** Starts to watch a context. Requests to other hosts are answered with 404. */
export async function watchExecution(context: BrowserContext): Promise<Watch> {
  const watch: Watch = { executions: [], violations: [], requests: [] };
  await context.exposeBinding('reportExecution', ({ frame }, name: string) => {
    watch.executions.push(`${name} in ${frame.url()}`);
  });
  await context.exposeBinding('reportViolation', ({ frame }, text: string) => {
    watch.violations.push(`${text} in ${frame.url()}`);
  });
  await context.addInitScript(() => {
    const page = globalThis as unknown as Record<string, (text: string) => unknown>;
    for (const name of ['hit', 'alert', 'confirm', 'prompt', 'print']) {
      page[name] = () => page.reportExecution?.(name);
    }
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, target }) => {
      // An image runs no script. The policy reports it when a text of the API is not an address of an image.
      if (effectiveDirective === 'img-src') return;
      // Chromium also reports handlers that the sanitiser of policies parses in an inert template, on each page that
      // prefetches a policy. Only a handler of an element in the page has the element as its target. Trusted Types
      // report every other code that parses HTML.
      if (effectiveDirective === 'script-src-attr' && target === document) return;
      page.reportViolation?.(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  await context.route(
    (url) => !ownHosts.has(url.host) && url.protocol.startsWith('http'),
    async (route) => {
      if (activeTypes.has(route.request().resourceType())) watch.requests.push(route.request().url());
      await route.fulfill({ status: 404, body: '' });
    },
  );
  return watch;
}

/** Opens an empty page without any policy: in it an attack that works has an effect, so that silence in the shop is proof. */
export async function openUnprotectedPage(page: Page): Promise<void> {
  const address = 'https://unprotected.example/';
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<body>' }));
  await page.goto(address);
}
