import { defineConfig, devices } from '@playwright/test';
import journeys from './playwright.config';

const executablePath = process.env.FIREFOX_PATH;

/**
 * `npm run browsers -w e2e`: the purchase in Firefox as a system ships it, which Playwright drives over WebDriver BiDi,
 * and in WebKitGTK, which only WebDriver drives (`webkit/webkit.ts`).
 */
export default defineConfig({
  ...journeys,
  testMatch: 'buy.spec.ts',
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: {
    ...journeys.use,
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    { name: 'firefox', use: { ...devices['Desktop Firefox'], channel: 'moz-firefox' } },
    { name: 'webkit', testDir: 'webkit' },
  ],
});
