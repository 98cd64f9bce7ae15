import type { Locator } from '@playwright/test';

/**
 * Types over what stands in a field, key by key. Playwright's `fill` sets the value from within the page in a system's
 * own Firefox, where React takes it for its own doing and hears of no change.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await field.pressSequentially(text);
}
