import type { Locator, Page } from '@playwright/test';
import type { Shopper } from '../fixtures/store-api';
import { typeInto } from './type-into';

export class LoginPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Welcome back' });
  }

  async signIn({ email, password }: Pick<Shopper, 'email' | 'password'>): Promise<void> {
    // The previous screen may have an e-mail field too and stays until this one has loaded.
    await this.heading.waitFor();
    await typeInto(this.page.getByLabel('Email'), email);
    await typeInto(this.page.getByLabel('Password'), password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }
}
