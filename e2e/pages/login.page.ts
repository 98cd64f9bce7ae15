import type { Locator, Page } from '@playwright/test';
import type { Shopper } from '../fixtures/store-api';

export class LoginPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Welcome back' });
  }

  async signIn({ email, password }: Pick<Shopper, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }
}
