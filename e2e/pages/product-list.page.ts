import type { Locator, Page } from '@playwright/test';

export class ProductListPage {
  constructor(private readonly page: Page) {}

  async open(category: string): Promise<void> {
    await this.page.goto(`/products?category=${encodeURIComponent(category)}`);
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** The cards of the page, by product name. */
  get cards(): Locator {
    return this.page.getByRole('article');
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  /** Adds a product from its card, whose button shows on hover. */
  async addToCart(name: string): Promise<void> {
    await this.card(name).hover();
    await this.card(name).getByRole('button', { name: 'Add to Cart' }).click();
  }

  get subCategory(): Locator {
    return this.page.getByRole('combobox');
  }

  /** The button that sets the number of columns. */
  gridView(columns: 2 | 3): Locator {
    return this.page.getByRole('button', { name: `${columns} columns` });
  }

  pageLink(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name });
  }

  showing(text: string | RegExp): Locator {
    return this.page.getByText(text);
  }
}
