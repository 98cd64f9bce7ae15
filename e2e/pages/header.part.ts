import type { Locator, Page } from '@playwright/test';

/** The header of every page in the main layout. */
export class HeaderPart {
  private readonly header: Locator;
  constructor(private readonly page: Page) {
    this.header = page.getByRole('banner');
  }

  get login(): Locator {
    return this.header.getByRole('link', { name: 'Login' });
  }

  get account(): Locator {
    return this.header.getByRole('link', { name: 'Account' });
  }

  /** The cart link. Its name contains the number of pieces. */
  cart(pieces?: number): Locator {
    const name = pieces ? `Cart, ${pieces} ${pieces === 1 ? 'item' : 'items'}` : /^Cart/;
    return this.header.getByRole('link', { name });
  }

  category(name: string): Locator {
    return this.header.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });
  }

  get menu(): Locator {
    return this.header.getByRole('button', { name: 'Menu', exact: true });
  }

  get themeSwitch(): Locator {
    return this.header.getByRole('button', { name: /^Theme/ });
  }

  get toasts(): Locator {
    return this.page.getByRole('region', { name: 'Notifications' });
  }
}
