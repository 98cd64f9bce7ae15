import type { Locator, Page } from '@playwright/test';

export class OrdersPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/orders');
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'My Orders' });
  }

  /** The block of one order. */
  order(id: string): Locator {
    return this.page.getByRole('article').filter({ hasText: id });
  }
}
