import type { Locator, Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';

/** The release console, as a release manager uses it. */
export class ConsolePage {
  constructor(private readonly page: Page) {}

  /** Opens the address that the console prints, and signs a person in at the provider of this machine. */
  async signIn(person = 'ravi'): Promise<void> {
    await this.page.goto(addresses.console);
    await this.page.getByRole('link', { name: 'Sign in' }).click();
    await this.choosePerson(person);
  }

  /** Answers the question of the provider of this machine. */
  async choosePerson(person: string): Promise<void> {
    await this.button(new RegExp(`^${person}`)).click();
  }

  async open(
    env: string,
    view: 'live' | 'promote' | 'history' | 'schedules' | 'incident' | 'errors' | 'metrics',
  ): Promise<void> {
    await this.page.goto(`${addresses.console}/#/${env}/${view}`);
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The status that says whether the metrics are current. */
  get connection(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }

  get canary(): Locator {
    return this.page.getByRole('region', { name: /^Canary/ });
  }

  get changes(): Locator {
    return this.page.getByRole('list', { name: 'Changes, newest first' }).getByRole('heading', { level: 2 });
  }

  /** The row of an app in the table of live versions. */
  row(app: string): Locator {
    return this.page.getByRole('table', { name: 'Live versions' }).getByRole('row', { name: new RegExp(`^${app}\\b`) });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async chooseVersion(app: string, version: string): Promise<void> {
    await this.page.getByRole('combobox', { name: app }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${version.replaceAll('.', '\\.')} `) }).click();
  }

  async runGates(): Promise<void> {
    await this.button('Run the gates').click();
  }

  async promoteTo(audience: { share: number } | 'every visitor', reason: string): Promise<void> {
    if (audience === 'every visitor') await this.page.getByRole('radio', { name: 'Every visitor at once' }).check();
    else await this.page.getByLabel('Share of the visitors').fill(String(audience.share));
    await this.page.getByLabel('Reason for the audit log').fill(reason);
    await this.button('Promote…').click();
    await this.dialog.getByRole('button', { name: 'Promote', exact: true }).click();
  }

  /** Answers the question that every change asks. */
  async confirm(name: string | RegExp, reason: string): Promise<void> {
    await this.dialog.getByLabel(/^Reason/).fill(reason);
    await this.dialog.getByRole('button', { name }).click();
  }

  /** Moves the slider of the rollout with the keyboard. */
  async raiseShareBy(steps: number): Promise<void> {
    const slider = this.page.getByRole('slider');
    await slider.focus();
    for (let step = 0; step < steps; step += 1) await slider.press('ArrowRight');
  }
}
