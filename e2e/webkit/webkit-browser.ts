import { By, error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { Select } from 'selenium-webdriver/lib/select.js';
import { addresses } from '../fixtures/addresses';
import { pageReadyMark } from '../fixtures/page-ready';

/** CSS selectors of candidates for a role; WebKit's accessibility tree decides which of them have it. */
const candidates = {
  article: 'article',
  button: 'button',
  heading: 'h1, h2',
  link: 'a[href]',
  radio: 'input[type=radio]',
} as const;
type Role = keyof typeof candidates;

/** Milliseconds. */
const timeoutMs = 30_000;

/** @returns True for errors of an element that changed between its lookup and the action: a retry helps. */
function isTransient(reason: unknown): boolean {
  return (
    reason instanceof error.StaleElementReferenceError ||
    reason instanceof error.ElementClickInterceptedError ||
    reason instanceof error.ElementNotInteractableError ||
    reason instanceof error.NoSuchElementError
  );
}

/** A WebKit window. It finds elements by the names of its accessibility tree, and every step waits for its element. */
export class WebKitBrowser {
  constructor(private readonly driver: WebDriver) {}

  async open(path: string): Promise<void> {
    await this.driver.get(addresses.shop + path);
    await this.waitUntilReady();
  }

  /**
   * Waits until a page of the shop reacts to input. Before, a click on a link loads a document, and the driver never answers a command on
   * an element of the page that leaves.
   */
  async waitUntilReady(): Promise<void> {
    const isReady = () =>
      this.driver.executeScript<boolean>('return performance.getEntriesByName(arguments[0]).length > 0', pageReadyMark);
    await this.waitFor('a page that reacts to input', isReady);
  }

  async address(): Promise<URL> {
    return new URL(await this.driver.getCurrentUrl());
  }

  async waitForAddress(pattern: RegExp): Promise<void> {
    await this.waitFor(`an address like ${pattern}`, async () => pattern.test((await this.address()).href));
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.waitFor(`“${text}”`, async () =>
      (await this.driver.findElement(By.css('body')).getText()).includes(text),
    );
  }

  async waitFor(what: string, condition: () => Promise<boolean>): Promise<void> {
    const retrying = () =>
      condition().catch((reason: unknown) => {
        if (isTransient(reason)) return false;
        throw reason;
      });
    await this.driver.wait(retrying, timeoutMs, `WebKit timed out waiting for ${what}`);
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
      if (first) await this.clickInView(first);
      return first !== undefined;
    });
  }

  /**
   * Clicks the first of a role and name that opens a page of another origin, and waits for the address of that page. WebKit gives
   * such a page another process. Its driver then never answers a command on an element of the first page. Therefore a script of the
   * first page clicks after the command has its answer, and the browser reports the address.
   */
  async clickToLeave(role: Role, name: string | RegExp, address: RegExp): Promise<void> {
    await this.waitFor(`a ${role} ${name}`, async () => {
      const [first] = await this.all(role, name);
      if (first) await this.driver.executeScript('setTimeout(() => arguments[0].click())', first);
      return first !== undefined;
    });
    await this.waitForAddress(address);
  }

  /** Types into the empty field of a label. */
  async type(label: string, text: string): Promise<void> {
    await (await this.field(label)).sendKeys(text);
  }

  /** Ticks a checkbox, as soon as no toast covers it. */
  async check(label: string): Promise<void> {
    await this.waitFor(`a checkbox “${label}” that takes a click`, async () => {
      await this.clickInView(await this.field(label));
      return true;
    });
  }

  /** Clicks an element in the middle of the window. WebKit's driver does not scroll to one below the window, and rejects the click. */
  private async clickInView(element: WebElement): Promise<void> {
    await this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
    await element.click();
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
    if (!field) throw new Error(`WebKit lost the field “${label}”.`);
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
          // Hidden and removed elements are not in the accessibility tree.
          if (reason instanceof error.WebDriverError) return false;
          throw reason;
        }
      }),
    );
    return elements.filter((_, index) => fits[index]);
  }
}
