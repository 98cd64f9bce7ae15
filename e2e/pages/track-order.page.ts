import type { Locator, Page } from '@playwright/test';

export class TrackOrderPage {
  constructor(private readonly page: Page) {}

  async open(id?: string): Promise<void> {
    await this.page.goto(id ? `/track-order?id=${encodeURIComponent(id)}` : '/track-order');
  }

  get orderNumber(): Locator {
    return this.page.getByLabel('Order Number', { exact: true });
  }

  get contact(): Locator {
    return this.page.getByLabel('Email or Phone');
  }

  async track(id: string, contact: string): Promise<void> {
    await this.orderNumber.fill(id);
    await this.contact.fill(contact);
    await this.page.getByRole('main').getByRole('button', { name: 'Track Order' }).click();
  }

  get result(): Locator {
    return this.page.getByRole('main').getByRole('table');
  }
}
