import { defineConfig, devices } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run test:deploy`: the purchase in a shop that runs already, at `E2E_PORT` with its API at `E2E_API_PORT`. */
export default defineConfig({
  ...journeys,
  testMatch: 'purchase/buy.spec.ts',
  webServer: [],
  projects: [{ name: 'deployment', use: { ...devices['Desktop Chrome'] } }],
});
