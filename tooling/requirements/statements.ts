import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { listRepositoryFiles } from '../checks/repository-files';

/** @param file Path from the root. */
export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Lists the test files. Those of this folder have sample titles with tags that prove nothing. */
export const listTestFiles = (): string[] =>
  listRepositoryFiles().filter(
    (file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('tooling/requirements/'),
  );

/** One requirement of the specification. A test carries its id in the tag of its title. */
export interface Statement {
  /** Section, topic and number: `2.cart-03`. Statements of an interpretation: `R.07-1`. */
  id: string;
  /** A statement that is true of the shop or false. */
  says: string;
}

export const readStatements = (): Statement[] =>
  JSON.parse(readText('tooling/requirements/statements.json')) as Statement[];

/** How we read one point that the specification leaves open. */
export interface Interpretation {
  /** The topic of its statements in section `R`: `07`, `inert`. */
  topic: string;
  /** Heading under which interpretations of one subject stand together. */
  group: string;
  title: string;
  /** Markdown. */
  text: string;
}

export const readInterpretations = (): Interpretation[] =>
  JSON.parse(readText('tooling/requirements/interpretations.json')) as Interpretation[];

/** The specification's sections, and `R` for our interpretations of what it leaves open. */
export const sections: Readonly<Record<string, string>> = {
  1: 'What the product does',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants',
  R: 'Interpretations',
};

const interpretationNumbers = Array.from({ length: 37 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The topics of each section with their headings. `R` has the numbered interpretations and two lists. */
export const topics: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  1: { display: 'Theme, notifications and currency', identity: 'Store identity', product: 'What shoppers can do' },
  2: {
    layouts: 'Layouts',
    routes: 'Route table',
    home: 'Home page',
    card: 'Product card',
    products: 'Products page',
    product: 'Product detail page',
    cart: 'Cart page',
    login: 'Login',
    register: 'Register',
    account: 'Account',
    checkout: 'Checkout',
    orders: 'My orders',
    track: 'Track order',
    success: 'Order success',
    payment: 'Payment',
    contact: 'Contact',
    'api-test': 'API test',
    policy: 'Policy pages',
    header: 'Header',
    footer: 'Footer',
  },
  3: {
    product: 'Product',
    cart: 'Cart line',
    user: 'User, login and registration',
    shipping: 'Shipping form',
    order: 'Order',
    store: 'Store info and categories',
    list: 'Product list',
    field: 'Payment field definition',
    payment: 'Payment request and response',
    forms: 'Contact form and track request',
    storage: 'Local storage',
  },
  4: {
    session: 'Session',
    cart: 'Cart',
    featured: 'Featured products',
    product: 'Product page',
    login: 'Login',
    register: 'Register',
    account: 'Account page',
    checkout: 'Checkout',
    order: 'Order status flow',
    payment: 'Payment page',
    contact: 'Contact form',
    newsletter: 'Newsletter',
    products: 'Products page',
  },
  5: {
    login: 'Login',
    register: 'Register',
    cart: 'Cart',
    product: 'Product',
    checkout: 'Checkout',
    track: 'Track order',
    contact: 'Contact form',
    newsletter: 'Newsletter',
    payment: 'Payment dynamic fields',
  },
  6: { roles: 'Visitors and shoppers' },
  7: { base: 'Base', calls: 'Calls', notes: 'Notes' },
  8: {
    auth: 'Authentication',
    account: 'Account',
    store: 'Store and products',
    orders: 'Orders and payment',
    other: 'Other',
  },
  9: { constants: 'Constants and limits' },
  R: {
    ...Object.fromEntries(interpretationNumbers.map((number) => [number, `Interpretation ${Number(number)}`])),
    inert: 'Inert controls',
    owners: 'Route owners',
  },
};
