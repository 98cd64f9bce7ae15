import { readText } from './repository';

/** One requirement of the specification. A test carries its id in the tag of its title. */
export interface Statement {
  /** Section, topic and number: `2.cart-03`. Statements of an interpretation: `R.07-1`. */
  id: string;
  /** A statement that is true of the shop or false. */
  says: string;
}

export const readStatements = (): Statement[] =>
  JSON.parse(readText('tooling/requirements/statements.json')) as Statement[];

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

const idShape = /^(?<section>\w)\.(?<topic>[a-z0-9-]+)-(?<number>\d{1,2})$/;

/** The section of an id, `2` of `2.cart-03`. */
export const getSection = (id: string): string => id.slice(0, 1);
/** The section and the topic of an id, `2.cart` of `2.cart-03`. */
export const getTopic = (id: string): string => id.slice(0, id.lastIndexOf('-'));

function isWellFormed(id: string): boolean {
  const { section = '', topic = '', number = '' } = idShape.exec(id)?.groups ?? {};
  return Object.hasOwn(topics[section] ?? {}, topic) && number.length === (section === 'R' ? 1 : 2);
}

/**
 * Checks the list of statements itself: malformed ids, duplicate ids, ids out of order, statements without text and
 * topics without statements.
 *
 * @returns One message for each fault.
 */
export function findStatementFaults(statements: readonly Statement[]): string[] {
  const ids = statements.map(({ id }) => id);
  const statedTopics = new Set(ids.map(getTopic));
  const allTopics = Object.entries(topics).flatMap(([section, own]) =>
    Object.keys(own).map((topic) => `${section}.${topic}`),
  );
  return [
    ...ids.filter((id) => !isWellFormed(id)).map((id) => `The statement id ${id} is malformed.`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `The statement id ${id} is a duplicate.`),
    ...ids
      .filter((id, index) => index > 0 && id < (ids[index - 1] ?? ''))
      .map((id) => `The statement id ${id} is out of order.`),
    ...statements.filter(({ says }) => says.trim() === '').map(({ id }) => `The statement ${id} has no text.`),
    ...allTopics.filter((topic) => !statedTopics.has(topic)).map((topic) => `The topic ${topic} has no statements.`),
  ];
}
