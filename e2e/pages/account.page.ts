import type { Locator, Page } from '@playwright/test';

export class AccountPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/account');
  }

  detail(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByText(text);
  }

  get orders(): Locator {
    return this.page.getByRole('navigation', { name: 'Account Navigation' }).getByRole('link', { name: 'Orders' });
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign Out' }).click();
  }
}
