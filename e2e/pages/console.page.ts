import type { Locator, Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';

/** The parts of the release policy that journeys change. */
export interface Policy {
  roles: Record<string, object>;
  environments?: Record<string, object>;
}

/** The release console, as a release manager uses it. */
export class ConsolePage {
  constructor(private readonly page: Page) {}

  /** Opens the address that the console prints, and signs a demo person in. */
  async signIn(person = 'ravi'): Promise<void> {
    await this.page.goto(addresses.console);
    await this.page.getByRole('link', { name: 'Sign in' }).click();
    await this.choosePerson(person);
  }

  /** Chooses a demo person on the sign-in page. */
  async choosePerson(person: string): Promise<void> {
    await this.button(new RegExp(`^${person}`)).click();
  }

  /** Ends the browser session of the person. */
  async close(): Promise<void> {
    await this.page.context().close();
  }

  async open(
    env: string,
    view: 'live' | 'releases' | 'promote' | 'history' | 'incident' | 'errors' | 'metrics',
  ): Promise<void> {
    await this.page.goto(`${addresses.console}/#/${env}/${view}`);
  }

  /** The link to a view. That of what waits contains the number of requests. */
  view(name: 'Waiting' | 'Policy'): Locator {
    return this.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });
  }

  /** A request for an approval, found by its reason. */
  request(reason: string): Locator {
    const requests = this.page.getByRole('list', { name: 'Requests, oldest first' });
    return requests.getByRole('listitem').filter({ hasText: reason });
  }

  /** Approves a request in two steps. */
  async approve(reason: string, confirm: string): Promise<void> {
    await this.view('Waiting').click();
    await this.request(reason).getByRole('button', { name: 'Approve…' }).click();
    await this.request(reason).getByRole('button', { name: confirm }).click();
  }

  /** Proposes a change of the policy. */
  async proposePolicy(change: (policy: Policy) => object, reason: string): Promise<void> {
    await this.view('Policy').click();
    await this.button('Propose a change…').click();
    await this.button('Text').click();
    const editor = this.page.getByLabel(/^Policy, after version/);
    await editor.fill(JSON.stringify(change(JSON.parse(await editor.inputValue()))));
    await this.page.getByLabel(/^Reason/).fill(reason);
    await this.button('Propose').click();
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get canary(): Locator {
    return this.page.getByRole('region', { name: /^Canary/ });
  }

  get changes(): Locator {
    return this.page.getByRole('list', { name: 'Changes, newest first' }).getByRole('heading', { level: 2 });
  }

  /** The live version of an app in the environment of the view. Other environments have columns of their own. */
  live(app: string): Locator {
    const table = this.page.getByRole('table', { name: 'Live versions' });
    return table
      .getByRole('row', { name: new RegExp(`^${app}\\b`) })
      .getByRole('cell')
      .first();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async chooseVersion(app: string, version: string): Promise<void> {
    await this.page.getByRole('combobox', { name: app }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${version.replaceAll('.', '\\.')} `) }).click();
  }

  /** Selects the versions that are live in another environment. */
  async chooseVersionsOf(env: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Take the versions of another environment' }).click();
    await this.page.getByRole('option', { name: env, exact: true }).click();
  }

  async runGates(): Promise<void> {
    await this.button('Run the gates').click();
  }

  async promoteToEveryVisitor(reason: string): Promise<void> {
    await this.page.getByRole('radio', { name: 'Every visitor at once' }).check();
    await this.button('Promote…').click();
    await this.confirm(/^Promote$/, reason);
  }

  /** Answers the question that every change asks. */
  async confirm(name: string | RegExp, reason: string): Promise<void> {
    await this.dialog.getByLabel(/^Reason/).fill(reason);
    await this.dialog.getByRole('button', { name }).click();
  }
}
