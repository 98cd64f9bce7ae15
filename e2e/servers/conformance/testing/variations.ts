import {
  change,
  changeObjects,
  changeStoreInfo,
  editObjects,
  isProduct,
  type JsonObject,
  type Plant,
  without,
} from './plant';
import { isObject } from './specified-server';

/** What a server may do otherwise than the one that is written from the specification. */
export interface Variation {
  name: string;
  /** Titles of the checks that cannot be done. No check fails. */
  notChecked: readonly string[];
  plant: Plant;
}

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

const plantOtherForms: Plant = change((response, { method, path }) => {
  const edit = otherForms[`${method} ${path.replace(/(?<=^\/(?:products|orders)\/).+/, ':id')}`];
  return edit && response.status < 300 ? { ...response, body: edit(response.body) } : response;
});

/** Plants fields of the payment form, by their names. */
const changePaymentFields = (fields: Readonly<Record<string, JsonObject>>): Plant =>
  changeObjects(/^GET \/payments\/fields/, (object) => ({ ...object, ...fields[String(object.name)] }));

/** Names of categories that the footer does not link to. */
const otherNames: readonly (readonly [usual: string, other: string])[] = [
  ['Cookware', 'Pots and Pans'],
  ['Kitchen Storage and Containers', 'Boxes & Jars'],
  ['Kitchen Tools', 'Knives and Boards'],
];

/** Plants categories that are found by their names alone. */
const plantOtherCategories: Plant = (handle) => (request) => {
  const query = new URLSearchParams(request.query);
  const wanted = query.get('category')?.toLowerCase();
  const [usual = 'no such category'] = otherNames.find(([, other]) => other.toLowerCase() === wanted) ?? [];
  if (wanted !== undefined) query.set('category', usual);
  const rename = (name: unknown) => otherNames.find(([each]) => each === name)?.[1] ?? name;
  const response = handle({ ...request, query });
  const body = editObjects(response.body, (object) => ({
    ...object,
    ...(isProduct(object) && { category: rename(object.category) }),
    ...(Array.isArray(object.categories) && { categories: object.categories.map(rename) }),
  }));
  return { ...response, ...(response.body !== undefined && { body }) };
};

const hiddenField = { showWhenFilled: ['note'] };
const noMissingField = 'A payment without its required fields fails with error';

export const variations: readonly Variation[] = [
  {
    name: 'leaves out what it may, and sends the rest in its other forms',
    notChecked: ['The categories of store information have products', noMissingField],
    plant: plantOtherForms,
  },
  {
    name: 'sends null in store information',
    notChecked: ['The categories of store information have products'],
    plant: changeStoreInfo({
      ...{ companyName: null, companyAddress: undefined, companyPhone: 918040001234, companyLogoUrl: '' },
      ...{ description: null, categories: null, deliveryDays: null, translatedPolicies: null },
      ...{ socialLinks: { instagram: '', twitter: null }, policies: { about: null } },
    }),
  },
  {
    name: 'sends empty lists for maps without entries',
    notChecked: [],
    plant: (handle) =>
      changePaymentFields({ method: { rulesMessages: [] }, note: { rules: [] } })(
        changeStoreInfo({ socialLinks: [], policies: [] })(handle),
      ),
  },
  {
    name: 'has products without a category',
    notChecked: [],
    plant: changeObjects(/^GET \/products/, (object) =>
      object.id === 'product-1' ? { ...object, category: null, parentCategory: undefined } : object,
    ),
  },
  {
    name: 'has fields of products with the names of additions',
    notChecked: [],
    plant: changeObjects(/^GET \/products/, (object) =>
      isProduct(object)
        ? { ...object, deliveryDays: 3, translatedPolicies: null }
        : { ...object, 'accept-search': true },
    ),
  },
  {
    name: 'has categories that are found by name alone, none of the footer',
    notChecked: ['The slugs of the footer find the products of their categories'],
    plant: plantOtherCategories,
  },
  {
    name: 'sends null and numbers as texts in the rules of the payment form',
    notChecked: [],
    plant: changePaymentFields({
      method: {
        rules: { required: 'true', minLength: null, maxLength: undefined, pattern: null },
        rulesMessages: null,
      },
      phone: { rules: { required: true, minLength: '13', maxLength: '13', pattern: '^\\+91[\\d\\-]+$' } },
      note: { rules: null, rulesMessages: undefined },
    }),
  },
  {
    name: 'requires no field of the payment form that shows at first',
    notChecked: [noMissingField],
    plant: (handle) =>
      change((response, { path }) =>
        path === '/payments' && response.status < 300
          ? { ...response, body: { success: true, redirectUrl: 'https://pay.example/1' } }
          : response,
      )(changePaymentFields({ method: hiddenField, phone: hiddenField })(handle)),
  },
  {
    name: 'has a default value for each required field of the payment form',
    notChecked: [noMissingField],
    plant: changePaymentFields({ method: { defaultValue: 'UPI' }, phone: { defaultValue: '+919876543210' } }),
  },
  {
    name: 'sends bodies of another type that the shop does not read',
    notChecked: [],
    plant: change((response, { method, path }) => {
      const isUnread =
        method === 'OPTIONS' ||
        (path === '/users/register' && response.status < 300) ||
        (path.startsWith('/products/') && response.status >= 400);
      const headers = { ...response.headers, 'content-type': 'text/html' };
      if (!isUnread) return response;
      const status = method === 'OPTIONS' ? 200 : response.status;
      return { status, headers, body: 'The page of a proxy' };
    }),
  },
];
