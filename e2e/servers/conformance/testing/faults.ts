import {
  change,
  changeObjects,
  changeQuery,
  changeStoreInfo,
  editObjects,
  isProduct,
  type JsonObject,
  type Plant,
  without,
  withoutHeader,
} from './plant';
import { account, isObject } from './specified-server';

/** A fault of a server, planted in one that has none. */
export interface Fault {
  name: string;
  /** Titles of the checks that fail because of it, in their order: these, and no others. */
  failed: readonly string[];
  plant: Plant;
}

/** Plants a number of products that ignores a filter. */
const countWithout = (filter: string): Plant =>
  change((response, request, handle) => {
    if (request.path !== '/products' || !isObject(response.body)) return response;
    const query = new URLSearchParams(request.query);
    query.delete(filter);
    const { body } = handle({ ...request, query });
    return { ...response, body: { ...response.body, count: isObject(body) ? body.count : 0 } };
  });

/** Plants that some calls take every token for that of the first account. */
const acceptEveryToken =
  (call: RegExp): Plant =>
  (handle) => {
    let valid = '';
    return (request) => {
      const { authorization } = request.headers;
      const isUnknown = handle({ ...request, method: 'GET', path: '/accountInfo' }).status === 401;
      if (authorization && !isUnknown) valid ||= authorization;
      const isReplaced = call.test(`${request.method} ${request.path}`) && authorization?.startsWith('Bearer ');
      if (!isReplaced || !isUnknown) return handle(request);
      return handle({ ...request, headers: { ...request.headers, authorization: valid } });
    };
  };

/**
 * Plants what later registrations with the e-mail of an account change.
 *
 * @param accept Returns the passwords that sign in, from those of all registrations in their order.
 * @param isRenamed Whether the account has the names of the last registration.
 */
const registerAgain =
  (accept: (passwords: unknown[]) => unknown[], isRenamed: boolean): Plant =>
  (handle) => {
    const registrations = new Map<unknown, JsonObject[]>();
    return (request) => {
      const body = isObject(request.body) ? request.body : {};
      const earlier = registrations.get(body.email) ?? [];
      if (request.path === '/users/authorize' && earlier.length > 0) {
        const isAccepted = accept(earlier.map(({ password }) => password)).includes(body.password);
        return handle({ ...request, body: { ...body, password: isAccepted ? earlier[0]?.password : 'wrong' } });
      }
      const response = handle(request);
      if (request.path === '/users/register' && [201, 409].includes(response.status)) {
        registrations.set(body.email, [...earlier, body]);
        return { ...response, status: 201, body: {} };
      }
      if (request.path !== '/accountInfo' || !isRenamed) return response;
      const rename = (object: JsonObject) => {
        const { firstName, lastName } = registrations.get(object.email)?.at(-1) ?? object;
        return 'firstName' in object ? { ...object, firstName, lastName } : object;
      };
      return { ...response, body: editObjects(response.body, rename) };
    };
  };

/** Plants the announcement of an addition in every response. */
const announce = (addition: string): Plant =>
  change((response) => ({
    ...response,
    headers: {
      ...response.headers,
      [addition]: 'true',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
    },
  }));

/** Plants that an Idempotency-Key and a body have one response each. */
const keepResponses: Plant = (handle) => {
  const responses = new Map<string, ReturnType<typeof handle>>();
  return (request) => {
    const { 'idempotency-key': key } = request.headers;
    if (key === undefined) return handle(request);
    const name = JSON.stringify([key, request.body]);
    const response = responses.get(name) ?? handle(request);
    responses.set(name, response);
    return response;
  };
};

/** Plants that an order has the lines of its request as they are. */
const keepLines: Plant = change((response, { body }) => {
  const hasLines = isObject(body) && body.lines !== undefined && response.status < 300;
  if (!hasLines || !isObject(response.body)) return response;
  return { ...response, body: { data: { ...(response.body.data as JsonObject), items: body.lines } } };
});

const wrongTokens = ['GET /accountInfo', 'GET /orders', 'POST /orders', 'POST /payments'].map(
  (call) => `${call} responds with 401 to every wrong token`,
);
const orderItems = 'The items of the order have id, productTitle, quantity and price as ordered';
const trackedOrder = [
  'A visitor reads an order as it was ordered, with its number and the e-mail of the account',
  'A visitor reads an order as it was ordered, with its number and the phone of its address',
];
const registeredAgain = 'POST /users/register with the e-mail of an account leaves that account as it is';
const paymentRules = 'The rules of each payment field have their forms';
const jsonType = 'Every body that the shop reads has the content type JSON';

export const faults: readonly Fault[] = [
  {
    name: 'the status 403 for a missing session',
    failed: [
      'GET /accountInfo responds with 401 without a session',
      'GET /orders responds with 401 without a session',
      'POST /orders responds with 401 without a session',
      'POST /payments responds with 401 without a session',
      ...wrongTokens,
    ],
    plant: change((response, { path }) =>
      response.status === 401 && path !== '/users/authorize' ? { ...response, status: 403 } : response,
    ),
  },
  {
    name: 'another text for an unknown order',
    failed: ['An unknown order and a wrong contact have one text, so that it reveals no order'],
    plant: change((response, { method, path }) =>
      response.status === 404 && method === 'GET' && path.startsWith('/orders/')
        ? { ...response, body: { error: 'No order.' } }
        : response,
    ),
  },
  {
    name: 'refusals whose message is not in error',
    failed: [
      'A failed login has its message in the field error',
      'A login without its fields, and a body that is not JSON, are refused',
      'A registration without valid fields is refused with its message in the field error',
      'POST /users/register with the e-mail of an account leaves that account as it is',
      'An unknown order and a wrong contact have one text, so that it reveals no order',
    ],
    plant: change((response) =>
      response.status >= 400
        ? { ...response, body: editObjects(response.body, ({ error }) => ({ message: error })) }
        : response,
    ),
  },
  {
    name: 'products without a regular price',
    failed: ['Each product has its prices as numbers in rupees', orderItems, ...trackedOrder],
    plant: changeObjects(/^GET \/products/, (object) => without('regularPrice', object)),
  },
  {
    name: 'prices as texts for people',
    failed: ['Each product has its prices as numbers in rupees', orderItems, ...trackedOrder],
    plant: changeObjects(/^GET \/products/, (object) =>
      isProduct(object)
        ? { ...object, regularPrice: `₹${Number(object.regularPrice).toLocaleString('en-IN')}.00` }
        : object,
    ),
  },
  {
    name: 'an Idempotency-Key that is announced and ignored',
    failed: ['Two orders with one Idempotency-Key are one order, and another body is refused'],
    plant: announce('accept-idempotency-key'),
  },
  {
    name: 'an Idempotency-Key that takes another body',
    failed: ['Two orders with one Idempotency-Key are one order, and another body is refused'],
    plant: (handle) => announce('accept-idempotency-key')(keepResponses(handle)),
  },
  {
    name: 'lines of an order that are not its products',
    failed: ['POST /orders makes an item of each line, and refuses lines that are not the products'],
    plant: (handle) => announce('accept-order-lines')(keepLines(handle)),
  },
  {
    name: 'a sign-out that is announced and ends nothing',
    failed: ['POST /users/logout ends the session: its token is refused with 401'],
    plant: change((response, { path }) => ({
      ...(path === '/users/logout' ? { status: 204 } : response),
      headers: { ...response.headers, 'accept-logout': 'true' },
    })),
  },
  {
    name: 'page 1 for every page',
    failed: [
      'Pages follow each other without gaps and repetitions, in one sequence',
      'A page after the last one repeats no products',
    ],
    plant: changeQuery(/^GET \/products$/, (query) => query.delete('page')),
  },
  {
    name: 'pages that begin with 0',
    failed: [
      'GET /products returns the list data and a total',
      'Pages follow each other without gaps and repetitions, in one sequence',
      'GET /products returns as many products as limit says',
      'The slugs of the footer find the products of their categories',
    ],
    plant: changeQuery(/^GET \/products$/, (query) => query.set('page', String(Number(query.get('page') ?? 1) + 1))),
  },
  {
    name: 'pages that are sorted by themselves',
    failed: [
      'GET /products without parameters returns page 1 with 12 products',
      'Pages follow each other without gaps and repetitions, in one sequence',
    ],
    plant: change((response, { path, query }) => {
      const isLater = path === '/products' && query.get('page') !== '1' && isObject(response.body);
      if (!isLater || !isObject(response.body) || !Array.isArray(response.body.data)) return response;
      return { ...response, body: { ...response.body, data: response.body.data.toReversed() } };
    }),
  },
  {
    name: 'a list without a total',
    failed: [
      'GET /products returns the list data and a total',
      'Pages follow each other without gaps and repetitions, in one sequence',
      'A page after the last one repeats no products',
    ],
    plant: changeObjects(/^GET \/products$/, (object) => without('count', object)),
  },
  {
    name: 'a category that filters nothing',
    failed: ['A category that does not exist has no products'],
    plant: changeQuery(/^GET \/products$/, (query) => query.delete('category')),
  },
  {
    name: 'a parentCategory that filters nothing',
    failed: ['A parentCategory filters the list'],
    plant: changeQuery(/^GET \/products$/, (query) => query.delete('parentCategory')),
  },
  {
    name: 'a count that ignores the category',
    failed: [
      'A category is found by its name in any case',
      'A category that does not exist has no products',
      'A parentCategory filters the list',
      'The list accepts a gender',
      'The list accepts the filter of accessories',
    ],
    plant: countWithout('category'),
  },
  {
    name: 'a count that ignores the parentCategory',
    failed: ['A parentCategory filters the list'],
    plant: countWithout('parentCategory'),
  },
  ...['description', 'images', 'attributes'].map((part) => ({
    name: `a page of a product without ${part}`,
    failed: ['GET /products/{id} returns the product that the list has, with all its parts'],
    plant: changeObjects(/^GET \/products\//, (object) => without(part, object)),
  })),
  {
    name: 'a registration that replaces the password of an account',
    failed: [registeredAgain],
    plant: registerAgain((passwords) => passwords.slice(-1), false),
  },
  {
    name: 'a registration that adds a password to an account',
    failed: [registeredAgain],
    plant: registerAgain((passwords) => passwords, false),
  },
  {
    name: 'a registration that renames an account',
    failed: [registeredAgain],
    plant: registerAgain((passwords) => passwords.slice(0, 1), true),
  },
  {
    name: 'every token accepted',
    failed: wrongTokens,
    plant: acceptEveryToken(/./),
  },
  {
    name: 'orders of an account for every token',
    failed: ['GET /orders responds with 401 to every wrong token'],
    plant: acceptEveryToken(/^GET \/orders$/),
  },
  {
    name: 'an order for every token',
    failed: ['A wrong token reads no order', 'Another account neither lists nor reads nor pays the order'],
    plant: (handle) => (request) => {
      const isRead = request.path.startsWith('/orders/') && request.headers.authorization !== undefined;
      return handle(isRead ? { ...request, query: new URLSearchParams({ contactInfo: account.email }) } : request);
    },
  },
  {
    name: 'orders that anyone reads',
    failed: [
      'A visitor does not read an order with its number alone',
      'A wrong token reads no order',
      'A visitor does not read an order with another contact',
      'An unknown order and a wrong contact have one text, so that it reveals no order',
      'Another account neither lists nor reads nor pays the order',
    ],
    plant: changeQuery(/^GET \/orders\//, (query) => query.set('contactInfo', account.email)),
  },
  {
    name: 'one list of orders for all accounts',
    failed: ['Another account neither lists nor reads nor pays the order'],
    plant: (handle) => {
      let first: string | undefined;
      return (request) => {
        const response = handle(request);
        if (`${request.method} ${request.path}` !== 'GET /orders' || response.status >= 300) return response;
        first ??= request.headers.authorization;
        return handle({ ...request, headers: { ...request.headers, authorization: first } });
      };
    },
  },
  {
    name: 'items without productTitle',
    failed: [orderItems, ...trackedOrder],
    plant: changeObjects(/^GET \/orders/, (object) => without('productTitle', object)),
  },
  {
    name: 'a last item that costs nothing',
    failed: [orderItems, ...trackedOrder],
    plant: changeObjects(/^GET \/orders/, ({ items, ...object }) => {
      if (!Array.isArray(items)) return object;
      return { ...object, items: [...items.slice(0, -1), { ...items.at(-1), price: 0 }] };
    }),
  },
  ...['productTitle', 'price', 'quantity', 'items', 'createdAt', 'shippingAddress'].map((part) => ({
    name: `a tracked order without ${part}`,
    failed: trackedOrder,
    plant: changeObjects(/^GET \/orders\//, (object) => without(part, object)),
  })),
  {
    name: 'a tracked order with another status',
    failed: trackedOrder,
    plant: changeObjects(/^GET \/orders\//, (object) => ('status' in object ? { ...object, status: 2 } : object)),
  },
  {
    name: 'a new order without an id',
    failed: ['POST /orders places an order and returns its id'],
    plant: changeObjects(/^POST \/orders/, (object) => without('id', object)),
  },
  {
    name: 'a status as a word',
    failed: ['The new order is Pending: its status is 0', ...trackedOrder],
    plant: changeObjects(/^GET \/orders/, (object) => ('status' in object ? { ...object, status: 'PENDING' } : object)),
  },
  {
    name: 'a successful payment without its fields',
    failed: ['A payment without its required fields fails with error'],
    plant: changeObjects(/^POST \/payments/, (object) =>
      object.success === false ? { success: true, redirectUrl: 'https://shop.example/thanks' } : object,
    ),
  },
  {
    name: 'a step of a payment that no shop knows',
    failed: ['A payment succeeds with a step that the shop can do, or fails with error'],
    plant: changeObjects(/^POST \/payments/, (object) => ('qr' in object ? { ...object, type: 'popup' } : object)),
  },
  {
    name: 'refusals without CORS headers',
    failed: ['Pages of the shop may read refusals'],
    plant: change((response) =>
      response.status >= 400 ? withoutHeader(response, 'access-control-allow-origin') : response,
    ),
  },
  {
    name: 'every origin as *',
    failed: [
      'Pages of the shop may read responses to calls with cookies',
      'Pages of the shop may send a token and JSON',
      'Pages of the shop may read refusals',
    ],
    plant: change((response) => ({
      ...response,
      headers: { ...response.headers, 'access-control-allow-origin': '*' },
    })),
  },
  {
    name: 'JSON as text',
    failed: [jsonType],
    plant: change((response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/html' } })),
  },
  {
    name: 'refusals as text',
    failed: [jsonType],
    plant: change((response) =>
      response.status >= 400
        ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }
        : response,
    ),
  },
  ...(
    [
      ['a pattern that does not compile', { rules: { pattern: '[' } }],
      ['a pattern that is not a text', { rules: { pattern: {} } }],
      ['a length as a word', { rules: { minLength: 'six' } }],
      ['rules as a list', { rules: ['required'] }],
      ['messages as one text', { rulesMessages: 'Please choose how to pay' }],
    ] as const
  ).map(([name, rules]) => ({
    name: `a payment field with ${name}`,
    failed: [paymentRules],
    plant: changeObjects(/^GET \/payments\/fields/, (object) =>
      object.name === 'note' ? { ...object, ...rules } : object,
    ),
  })),
  {
    name: 'a text of store information as an object',
    failed: ['The seven texts of store information are texts, or are left out'],
    plant: changeStoreInfo({ companyPhone: { number: '+918040001234' } }),
  },
  ...(
    [
      ['categories as objects', { categories: [{ name: 'Cookware' }] }],
      ['social links without addresses', { socialLinks: { instagram: 'steel' } }],
      ['policies as a list', { policies: ['<p>Steel.</p>'] }],
      ['a policy as an object', { policies: { about: { html: '<p>Steel.</p>' } } }],
    ] as const
  ).map(([name, fields]) => ({
    name: `store information with ${name}`,
    failed: ['The categories, social links and policies of store information have their forms'],
    plant: changeStoreInfo(fields),
  })),
  {
    name: 'a login without a token',
    failed: ['POST /users/authorize returns a token', 'POST /users/register creates an account that can sign in'],
    plant: changeObjects(/^POST \/users\/authorize/, ({ token }) => ({ accessToken: token })),
  },
];
