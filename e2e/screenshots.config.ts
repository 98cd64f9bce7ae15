import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run screenshots -w e2e`: takes a screenshot of every screen for people to review. It compares nothing. */
export default defineConfig({
  ...journeys,
  testDir: 'screenshots',
  timeout: 180_000,
  use: { ...journeys.use, trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
});
