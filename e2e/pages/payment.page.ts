import type { Locator, Page } from '@playwright/test';

export class PaymentPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Complete Your Payment' });
  }

  get qrHeading(): Locator {
    return this.page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' });
  }

  get qr(): Locator {
    return this.page.getByRole('main').getByRole('img', { name: /QR/ });
  }
}
