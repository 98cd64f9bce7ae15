import { By, error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { Select } from 'selenium-webdriver/lib/select.js';
import { addresses } from '../fixtures/addresses';

/** Where things of a role may stand; WebKit itself says which role each of them has. */
const candidates = {
  article: 'article',
  button: 'button',
  heading: 'h1, h2',
  link: 'a[href]',
  radio: 'input[type=radio]',
} as const;
type Role = keyof typeof candidates;

/** Milliseconds. A shop under load is slow, not broken. */
const patience = 30_000;

/** The page has moved on between a look and the act on it: look again. */
function isPassing(reason: unknown): boolean {
  return (
    reason instanceof error.StaleElementReferenceError ||
    reason instanceof error.ElementClickInterceptedError ||
    reason instanceof error.ElementNotInteractableError ||
    reason instanceof error.NoSuchElementError
  );
}

/** A WebKit window that finds things as its own accessibility tree names them. Every step waits for what it needs. */
export class WebKitBrowser {
  constructor(private readonly driver: WebDriver) {}

  async open(path: string): Promise<void> {
    await this.driver.get(addresses.shop + path);
  }

  async address(): Promise<URL> {
    return new URL(await this.driver.getCurrentUrl());
  }

  async waitForAddress(pattern: RegExp): Promise<void> {
    await this.waitFor(`an address like ${pattern}`, async () => pattern.test((await this.address()).href));
  }

  /** Waits until a text can be read somewhere on the page. */
  async waitForText(text: string): Promise<void> {
    await this.waitFor(`“${text}”`, async () =>
      (await this.driver.findElement(By.css('body')).getText()).includes(text),
    );
  }

  async waitFor(what: string, look: () => Promise<boolean>): Promise<void> {
    const retrying = () =>
      look().catch((reason: unknown) => {
        if (isPassing(reason)) return false;
        throw reason;
      });
    await this.driver.wait(retrying, patience, `WebKit does not get to see ${what}`);
  }

  /** The elements of a role whose accessible name is a text or fits a pattern, in the order of the page. */
  async all(role: Role, name: string | RegExp = /./): Promise<WebElement[]> {
    const elements = await this.driver.findElements(By.css(candidates[role]));
    return this.named(elements, name, role);
  }

  async waitForOne(role: Role, name: string | RegExp): Promise<void> {
    await this.waitFor(`a ${role} ${name}`, async () => (await this.all(role, name)).length > 0);
  }

  /** Clicks the first of a role and name. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    await this.waitFor(`a ${role} ${name} that takes a click`, async () => {
      const [first] = await this.all(role, name);
      await first?.click();
      return first !== undefined;
    });
  }

  /** Types into the empty field of a label. */
  async type(label: string, text: string): Promise<void> {
    await (await this.field(label)).sendKeys(text);
  }

  /** Ticks a checkbox, as soon as no toast covers it. */
  async check(label: string): Promise<void> {
    await this.waitFor(`a checkbox “${label}” that takes a click`, async () => {
      await (await this.field(label)).click();
      return true;
    });
  }

  /** The texts of a list's options. */
  async options(label: string): Promise<string[]> {
    const options = await new Select(await this.field(label)).getOptions();
    return Promise.all(options.map((option) => option.getText()));
  }

  async choose(label: string, option: string): Promise<void> {
    await new Select(await this.field(label)).selectByVisibleText(option);
  }

  private async field(label: string): Promise<WebElement> {
    const found: WebElement[] = [];
    await this.waitFor(`a field “${label}”`, async () => {
      const fields = await this.driver.findElements(By.css('input, select, textarea'));
      found.push(...(await this.named(fields, label)));
      return found.length > 0;
    });
    const [field] = found;
    if (!field) throw new Error(`WebKit found a field “${label}” and lost it.`);
    return field;
  }

  private async named(elements: WebElement[], name: string | RegExp, role?: string): Promise<WebElement[]> {
    const fits = await Promise.all(
      elements.map(async (element) => {
        try {
          const label = await element.getAccessibleName();
          const isNamed = typeof name === 'string' ? label === name : name.test(label);
          return isNamed && (role === undefined || (await element.getAriaRole()) === role);
        } catch (reason) {
          // What is hidden, or just gone, has no place in the accessibility tree.
          if (reason instanceof error.WebDriverError) return false;
          throw reason;
        }
      }),
    );
    return elements.filter((_, at) => fits[at]);
  }
}
