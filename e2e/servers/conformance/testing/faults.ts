import { account, type Handle, isObject } from './specified-server';

/** A fault of a server, planted in one that has none. */
export interface Fault {
  name: string;
  /** Titles of the checks that fail because of it, in their order: these, and no others. */
  failed: readonly string[];
  plant: (handle: Handle) => Handle;
}

type Response = ReturnType<Handle>;
type Request = Parameters<Handle>[0];
type JsonObject = Record<string, unknown>;

/** Plants a change of responses. */
const change =
  (edit: (response: Response, request: Request) => Response): Fault['plant'] =>
  (handle) =>
  (request) =>
    edit(handle(request), request);

/** Edits an object, and every object in it. */
function editObjects(value: unknown, edit: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((entry) => editObjects(entry, edit));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, editObjects(entry, edit)] as const);
  return edit(Object.fromEntries(entries));
}

/** Plants a change of every object in the bodies of successful calls. */
const changeObjects = (call: RegExp, edit: (object: JsonObject) => JsonObject): Fault['plant'] =>
  change((response, { method, path }) => {
    const isChanged = call.test(`${method} ${path}`) && response.status < 300;
    return isChanged ? { ...response, body: editObjects(response.body, edit) } : response;
  });

/** Plants a change of the query of a call. */
const changeQuery =
  (call: RegExp, edit: (query: URLSearchParams) => void): Fault['plant'] =>
  (handle) =>
  (request) => {
    const query = new URLSearchParams(request.query);
    if (call.test(`${request.method} ${request.path}`)) edit(query);
    return handle({ ...request, query });
  };

const without = (name: string, object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

const withoutHeader = (response: Response, name: string): Response => ({
  ...response,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([key]) => key !== name)),
});

const isProduct = (object: JsonObject) => 'regularPrice' in object;

export const faults: readonly Fault[] = [
  {
    name: 'the status 403 for a missing session',
    failed: [
      'GET /accountInfo responds with 401 without a session',
      'GET /orders responds with 401 without a session',
      'POST /orders responds with 401 without a session',
      'POST /payments responds with 401 without a session',
      'GET /accountInfo responds with 401 to every wrong token',
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
    failed: [
      'Each product has its prices as numbers in rupees',
      'The items of the order have id, productTitle, quantity and price as ordered',
    ],
    plant: changeObjects(/^GET \/products/, (object) => without('regularPrice', object)),
  },
  {
    name: 'prices as texts for people',
    failed: [
      'Each product has its prices as numbers in rupees',
      'The items of the order have id, productTitle, quantity and price as ordered',
    ],
    plant: changeObjects(/^GET \/products/, (object) =>
      isProduct(object)
        ? { ...object, regularPrice: `₹${Number(object.regularPrice).toLocaleString('en-IN')}.00` }
        : object,
    ),
  },
  {
    name: 'an Idempotency-Key that is announced and ignored',
    failed: ['Two orders with one Idempotency-Key are one order, and another body is refused'],
    plant: change((response) => ({
      ...response,
      headers: {
        ...response.headers,
        'accept-idempotency-key': 'true',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      },
    })),
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
    name: 'every token accepted',
    failed: ['GET /accountInfo responds with 401 to every wrong token'],
    plant: (handle) => {
      let valid = '';
      return (request) => {
        const { authorization } = request.headers;
        const isUnknown = handle({ ...request, method: 'GET', path: '/accountInfo' }).status === 401;
        if (authorization && !isUnknown) valid ||= authorization;
        const isReplaced = authorization?.startsWith('Bearer ') && isUnknown;
        return handle(isReplaced ? { ...request, headers: { ...request.headers, authorization: valid } } : request);
      };
    },
  },
  {
    name: 'orders that anyone reads',
    failed: [
      'A visitor does not read an order with its number alone',
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
        if (request.path !== '/orders' || request.method !== 'GET' || !request.headers.authorization)
          return handle(request);
        first ??= request.headers.authorization;
        return handle({ ...request, headers: { ...request.headers, authorization: first } });
      };
    },
  },
  {
    name: 'items without productTitle',
    failed: ['The items of the order have id, productTitle, quantity and price as ordered'],
    plant: changeObjects(/^GET \/orders/, (object) => without('productTitle', object)),
  },
  {
    name: 'a new order without an id',
    failed: ['POST /orders places an order and returns its id'],
    plant: changeObjects(/^POST \/orders/, (object) => without('id', object)),
  },
  {
    name: 'a status as a word',
    failed: ['The new order is Pending: its status is 0'],
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
    failed: ['Every response with a body has the content type JSON'],
    plant: change((response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/html' } })),
  },
  {
    name: 'a login without a token',
    failed: ['POST /users/authorize returns a token', 'POST /users/register creates an account that can sign in'],
    plant: changeObjects(/^POST \/users\/authorize/, ({ token }) => ({ accessToken: token })),
  },
];

const leaveOut = (names: readonly string[], object: JsonObject) =>
  names.reduce((rest, name) => without(name, rest), object);

const showLess = (object: JsonObject): JsonObject =>
  isProduct(object)
    ? {
        ...leaveOut(['description', 'createdAt', 'images', 'attributes'], object),
        regularPrice: String(object.regularPrice),
      }
    : { ...without('count', object), ...('count' in object && { pagination: { total: String(object.count) } }) };

/** Changes of bodies that the shop reads as well: parts that may be absent, numbers as texts, and other places of a value. */
const otherForms: Readonly<Record<string, (body: unknown) => unknown>> = {
  'GET /storeInfo': (body) => isObject(body) && leaveOut(['categories', 'socialLinks', 'policies'], body),
  'GET /products': (body) => editObjects(body, showLess),
  'GET /products/:id': (body) => editObjects(body, showLess),
  'GET /accountInfo': (body) => isObject(body) && body.data,
  'GET /orders': (data) => ({ data }),
  'GET /orders/:id': (data) => ({ data }),
  'POST /orders': (body) => isObject(body) && body.data,
  'GET /payments/fields': () => [],
  'POST /payments': () => ({ success: true, redirectUrl: 'https://pay.example/1' }),
};

/** Leaves out what a server may leave out, and sends the rest in its other forms. No check may fail. */
export const plantOtherForms: Fault['plant'] = change((response, { method, path }) => {
  const edit = otherForms[`${method} ${path.replace(/(?<=^\/(?:products|orders)\/).+/, ':id')}`];
  return edit && response.status < 300 ? { ...response, body: edit(response.body) } : response;
});
