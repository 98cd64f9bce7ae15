/** One thing the specification says that is true of the shop or not, and the tests that prove it. */
export interface Statement {
  /** Section, screen or topic, and number: `2.cart-03`. Points of the readings: `R.07-1`. */
  id: string;
  /** The specification's words, in short. */
  says: string;
  tests: TestReference[];
}

export interface TestReference {
  /** Path from the root of the repository. */
  file: string;
  /** Full name, `describe > test`; `*` stands for any text, for tests that run over a table. */
  name: string;
}

/** The specification's sections, and `R` for how we read what it leaves open. */
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
  R: 'How we read it',
};

/** Screens and topics of each section, by the specification's own headings; of `R`, its numbered points and two lists. */
const topics: Readonly<Record<string, readonly string[]>> = {
  1: ['product', 'identity', 'display'],
  2: [
    ...['layouts', 'routes', 'home', 'card', 'products', 'product', 'cart', 'login', 'register', 'account', 'checkout'],
    ...['orders', 'track', 'success', 'payment', 'contact', 'api-test', 'policy', 'header', 'footer'],
  ],
  3: ['product', 'cart', 'user', 'shipping', 'order', 'store', 'list', 'field', 'payment', 'forms', 'storage'],
  4: [
    ...['session', 'cart', 'featured', 'product', 'login', 'register', 'account', 'checkout', 'order', 'payment'],
    ...['contact', 'newsletter', 'products'],
  ],
  5: ['login', 'register', 'cart', 'product', 'checkout', 'track', 'contact', 'newsletter', 'payment'],
  6: ['roles'],
  7: ['base', 'calls', 'notes'],
  8: ['auth', 'account', 'store', 'orders', 'other'],
  9: ['constants'],
  R: [...Array.from({ length: 37 }, (_, at) => String(at + 1).padStart(2, '0')), 'inert', 'owners'],
};

const idShape = /^(?<section>\w)\.(?<topic>[a-z0-9-]+)-(?<number>\d{1,2})$/;

/** The section of an id, `2` of `2.cart-03`. */
export const sectionOf = (id: string): string => id.slice(0, 1);

function isKnown(id: string): boolean {
  const { section = '', topic = '', number = '' } = idShape.exec(id)?.groups ?? {};
  return Boolean(topics[section]?.includes(topic)) && number.length === (section === 'R' ? 1 : 2);
}

/**
 * What is wrong with the list itself, before any test is looked at: ids that no section has, ids that stand twice or out
 * of order, statements without words or tests, topics of the specification about which nothing is stated.
 *
 * @returns One sentence for each fault.
 */
export function findFaults(statements: readonly Statement[]): string[] {
  const ids = statements.map(({ id }) => id);
  const stated = new Set(ids.map((id) => id.slice(0, id.lastIndexOf('-'))));
  return [
    ...ids.filter((id) => !isKnown(id)).map((id) => `${id} is no id of the specification.`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} stands twice.`),
    ...ids.filter((id, at) => at > 0 && id < (ids[at - 1] ?? '')).map((id) => `${id} is out of order.`),
    ...statements.filter(({ says }) => says.trim() === '').map(({ id }) => `${id} says nothing.`),
    ...statements.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test.`),
    ...Object.entries(topics)
      .flatMap(([section, names]) => names.map((topic) => `${section}.${topic}`))
      .filter((topic) => !stated.has(topic))
      .map((topic) => `Nothing is stated about ${topic}.`),
  ];
}
