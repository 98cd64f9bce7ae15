import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run pictures`: every screen as a picture, to be looked at. Nothing is compared. */
export default defineConfig({
  ...journeys,
  testDir: 'pictures',
  timeout: 180_000,
  use: { ...journeys.use, trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    { name: 'screens', testMatch: 'screens.spec.ts' },
    { name: 'sheets', testMatch: 'sheets.spec.ts', dependencies: ['screens'] },
  ],
});
