import type { Locator, Page } from '@playwright/test';

export class CartPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/cart');
  }

  get lines(): Locator {
    return this.page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
  }

  get empty(): Locator {
    return this.page.getByRole('heading', { name: 'Your cart is empty' });
  }

  async checkout(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Checkout' }).click();
  }

  async clear(): Promise<void> {
    await this.page.getByRole('button', { name: 'Clear Cart' }).click();
  }
}
