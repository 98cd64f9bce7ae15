import type { Locator, Page } from '@playwright/test';

export class PaymentPage {
  constructor(private readonly page: Page) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Complete Your Payment' });
  }

  async chooseMethod(name: string): Promise<void> {
    await this.page.getByLabel('How would you like to pay?').selectOption(name);
  }

  async fillPhone(number: string): Promise<void> {
    await this.phone.fill(number);
  }

  async agree(): Promise<void> {
    await this.page.getByLabel('I agree to the terms of sale').check();
  }

  async pay(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: /pay/i }).click();
  }

  /** The sandbox bank's page, outside the shop. */
  get bankHeading(): Locator {
    return this.page.getByRole('heading', { level: 1 }).filter({ hasText: /pay/i });
  }

  async confirmAtBank(): Promise<void> {
    await this.page.getByRole('button', { name: /^Pay/ }).click();
  }

  get qrHeading(): Locator {
    return this.page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' });
  }

  get appHeading(): Locator {
    return this.page.getByRole('heading', { name: 'Pay in Your App' });
  }

  /** Opens the payment app again. */
  get appLink(): Locator {
    return this.page.getByRole('link', { name: 'Open payment app' });
  }

  get phone(): Locator {
    return this.page.getByLabel('Mobile number');
  }

  async backToForm(): Promise<void> {
    await this.page.getByRole('button', { name: 'Back to payment form' }).click();
  }

  get qr(): Locator {
    return this.page.getByRole('main').getByRole('img', { name: /QR/ });
  }
}
