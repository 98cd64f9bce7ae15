import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { addresses } from './fixtures/addresses';

const root = path.resolve(import.meta.dirname, '..');
const executablePath = process.env.CHROMIUM_PATH;

/** What `npm test` runs: statements that only a browser can prove, one purchase, and what federation adds to a page. */
const coreJourneys = [
  'purchase/{account,buy,calls,track}.spec.ts',
  'documents/{deep-links,server-rendering}.spec.ts',
  'accessibility/screen-widths.spec.ts',
  'federation/remote-down.spec.ts',
];

/** Journeys that build apps, run `npm run dev`, or that many browsers visit. `npm run test:all` runs them. */
const slowJourneys = '**/*.slow.spec.ts';

/** The built site, the real API and a database of its own, on ports of their own. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: `../.cache/e2e-output-${addresses.shopPort}`,
  timeout: 120_000,
  // A throttled browser on a loaded machine shows a page late.
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: addresses.shop,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // A worker asks for files of its own, at moments that a journey about something else does not wait for.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Containers run as root without user namespaces; and nothing here may look for the world outside.
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // The shell without windows draws letters as the whole browser does.
        '--font-render-hinting=slight',
      ],
    },
  },
  snapshotPathTemplate: 'visual/chromium-linux/{arg}{ext}',
  projects: [
    { name: 'core', testMatch: coreJourneys, use: { ...devices['Desktop Chrome'] } },
    { name: 'desktop', testIgnore: slowJourneys, use: { ...devices['Desktop Chrome'] } },
    { name: 'slow', testMatch: slowJourneys, use: { ...devices['Desktop Chrome'] } },
    { name: 'security', testDir: 'attacks', use: { ...devices['Desktop Chrome'] } },
    // A test loads hundreds of pages, and Playwright fails at times to write a trace of them. `--trace on` records one.
    { name: 'faults', testDir: 'faults', use: { ...devices['Desktop Chrome'], trace: 'off' } },
    { name: 'visual', testDir: 'visual', use: { ...devices['Desktop Chrome'] } },
    // Takes pictures for people, and compares none.
    { name: 'screenshots', testDir: 'screenshots', use: { ...devices['Desktop Chrome'], trace: 'off' } },
  ],
  webServer: {
    command: 'node tooling/run.mjs start',
    cwd: root,
    url: `${addresses.shop}/readyz`,
    env: {
      PORT: String(addresses.shopPort),
      STORE_API_PORT: String(addresses.apiPort),
      CONSOLE_PORT: String(addresses.consolePort),
      DATA_DIR: path.join(root, `.cache/e2e-data-${addresses.shopPort}`),
      SHOP_URL: addresses.shop,
      // All browsers come from one network.
      RATE_LIMIT_FACTOR: '1000',
    },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
