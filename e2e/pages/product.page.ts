import type { Locator, Page } from '@playwright/test';

export class ProductPage {
  constructor(private readonly page: Page) {}

  async open(id: string): Promise<void> {
    await this.page.goto(`/product/${id}`);
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** One button for each picture of a product with several pictures. */
  views(): Locator {
    return this.page.getByRole('list', { name: 'Pictures' }).getByRole('button');
  }

  async chooseSize(size: string): Promise<void> {
    await this.page.getByRole('radio', { name: size, exact: true }).check({ force: true });
  }

  async increaseQuantity(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Increase quantity' }).click();
  }

  async addToCart(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  }
}
