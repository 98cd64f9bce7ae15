import type { Locator, Page } from '@playwright/test';
import { type Shopper, shippingAddress } from '../fixtures/store-api';

/*
 * Page objects of the shop, by screen: what a journey finds and does there.
 */
abstract class Screen {
  constructor(protected readonly page: Page) {}

  protected get main(): Locator {
    return this.page.getByRole('main');
  }

  protected async press(name: string): Promise<void> {
    await this.main.getByRole('button', { name }).click();
  }
}

/** The header of every page in the main layout. */
export class HeaderPart extends Screen {
  private get header(): Locator {
    return this.page.getByRole('banner');
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

  /** The link of phones to the search. */
  get searchLink(): Locator {
    return this.header.getByRole('link', { name: 'Search' });
  }

  /** The field of wider windows. */
  get searchField(): Locator {
    return this.header.getByRole('combobox', { name: 'Search the shop' });
  }

  /** Searches for words with the field of wider windows. */
  async search(words: string): Promise<void> {
    await this.searchField.fill(words);
    await this.searchField.press('Enter');
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

/** What stands in place of a remote's screen that does not load or that throws. */
export class UnavailablePart extends Screen {
  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'This section is unavailable right now' });
  }

  get message(): Locator {
    return this.main.getByText('The rest of the shop still works, and your cart is safe.');
  }

  get tryAgain(): Locator {
    return this.page.getByRole('button', { name: 'Try Again' });
  }
}

export class ProductListPage extends Screen {
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
    return this.page.getByRole('combobox', { name: 'Sub-category' });
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

export class ProductPage extends Screen {
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

  async chooseColour(colour: string): Promise<void> {
    const colours = this.page.getByRole('radiogroup', { name: 'Colour' });
    await colours.getByRole('radio', { name: colour, exact: true }).check({ force: true });
  }

  increaseQuantity = () => this.press('Increase quantity');

  async addToCart(): Promise<void> {
    await this.main.getByRole('button', { name: 'Add to Cart' }).first().click();
  }
}

export class CartPage extends Screen {
  async open(): Promise<void> {
    await this.page.goto('/cart');
  }

  get lines(): Locator {
    return this.page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
  }

  checkout = () => this.press('Checkout');
}

export class LoginPage extends Screen {
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

export class RegisterPage extends Screen {
  async open(): Promise<void> {
    await this.page.goto('/register');
  }

  async register({ firstName, lastName, email, password }: Shopper): Promise<void> {
    await this.page.getByLabel('First name').fill(firstName);
    await this.page.getByLabel('Last name').fill(lastName);
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Confirm password').fill(password);
    await this.page.getByRole('button', { name: 'Create account' }).click();
  }
}

export class CheckoutPage extends Screen {
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

export class PaymentPage extends Screen {
  get heading(): Locator {
    return this.page.getByRole('heading', { name: 'Complete Your Payment' });
  }

  async chooseMethod(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check();
  }

  async fillPhone(number: string): Promise<void> {
    await this.phone.fill(number);
  }

  async agree(): Promise<void> {
    await this.page.getByLabel('I agree to the terms of sale').check();
  }

  async pay(): Promise<void> {
    await this.main.getByRole('button', { name: /pay/i }).click();
  }

  /** The sandbox bank's page, outside the shop. */
  get bankHeading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'Confirm your payment' });
  }

  /** The button of the bank. While the browser leaves the shop, a button of the shop begins with "Pay" too. */
  get bankButton(): Locator {
    return this.page.getByRole('button', { name: /^Pay ₹/ });
  }

  async confirmAtBank(): Promise<void> {
    await this.bankButton.click();
  }

  get qrHeading(): Locator {
    return this.page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' });
  }

  get appHeading(): Locator {
    return this.page.getByRole('heading', { name: 'Pay in Your App' });
  }

  /**
   * Makes links to payment apps do nothing. Chromium may ask in a dialog whether it may open an app, and the page gets no input until
   * the dialog closes.
   */
  async ignoreAppLinks(): Promise<void> {
    await this.page.addInitScript(() =>
      navigation.addEventListener('navigate', (event) => {
        if (event.destination.url.startsWith('upi:')) event.preventDefault();
      }),
    );
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
    return this.main.getByRole('img', { name: /QR/ });
  }
}

export class OrdersPage extends Screen {
  async open(): Promise<void> {
    await this.page.goto('/orders');
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'My Orders' });
  }

  /** The block of one order. */
  order(id: string): Locator {
    return this.page.getByRole('article').filter({ hasText: id });
  }
}

export class AccountPage extends Screen {
  async open(): Promise<void> {
    await this.page.goto('/account');
  }

  detail(text: string | RegExp): Locator {
    return this.main.getByText(text);
  }

  get orders(): Locator {
    return this.page.getByRole('navigation', { name: 'Account Navigation' }).getByRole('link', { name: 'Orders' });
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign Out' }).click();
  }
}

export class TrackOrderPage extends Screen {
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
    await this.main.getByRole('button', { name: 'Track Order' }).click();
  }

  get result(): Locator {
    return this.main.getByRole('table');
  }
}

/**
 * Replaces the text of a field, key by key. In a system's own Firefox, Playwright's `fill` sets the value from within
 * the page, and React misses the change.
 */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await field.pressSequentially(text);
}
