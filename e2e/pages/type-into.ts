import type { Locator } from '@playwright/test';

/**
 * Replaces the text of a field, key by key. In a system's own Firefox, Playwright's `fill` sets the value from within
 * the page, and React misses the change.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await field.pressSequentially(text);
}
