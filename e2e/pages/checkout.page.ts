import type { Locator, Page } from '@playwright/test';
import { shippingAddress } from '../fixtures/store-api';
import { typeInto } from './type-into';

export class CheckoutPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'Checkout' });
  }

  async fillAddress(address = shippingAddress): Promise<void> {
    const labels = {
      'Full Name': address.fullName,
      Address: address.address,
      City: address.city,
      State: address.state,
      'Postal Code': address.postalCode,
      Phone: address.phone,
    };
    for (const [label, text] of Object.entries(labels)) {
      await typeInto(this.page.getByLabel(label, { exact: true }), text);
    }
  }

  async placeOrder(): Promise<void> {
    await this.page.getByRole('button', { name: 'Place Order' }).click();
  }
}
