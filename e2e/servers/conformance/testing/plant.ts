import { type Handle, isObject } from './specified-server';

/** Changes how a server responds. */
export type Plant = (handle: Handle) => Handle;

type Response = ReturnType<Handle>;
type Request = Parameters<Handle>[0];
export type JsonObject = Record<string, unknown>;

/** Plants a change of responses. @param edit Receives the response, the request and the server as it was. */
export const change =
  (edit: (response: Response, request: Request, handle: Handle) => Response): Plant =>
  (handle) =>
  (request) =>
    edit(handle(request), request, handle);

/** Edits an object, and every object in it. */
export function editObjects(value: unknown, edit: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((entry) => editObjects(entry, edit));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, editObjects(entry, edit)] as const);
  return edit(Object.fromEntries(entries));
}

/** Plants a change of every object in the bodies of successful calls. */
export const changeObjects = (call: RegExp, edit: (object: JsonObject) => JsonObject): Plant =>
  change((response, { method, path }) => {
    const isChanged = call.test(`${method} ${path}`) && response.status < 300;
    return isChanged ? { ...response, body: editObjects(response.body, edit) } : response;
  });

/** Plants a change of the query of a call. */
export const changeQuery =
  (call: RegExp, edit: (query: URLSearchParams) => void): Plant =>
  (handle) =>
  (request) => {
    const query = new URLSearchParams(request.query);
    if (call.test(`${request.method} ${request.path}`)) edit(query);
    return handle({ ...request, query });
  };

/** Plants fields of store information. */
export const changeStoreInfo = (fields: JsonObject): Plant =>
  change((response, { path }) =>
    path === '/storeInfo' && isObject(response.body)
      ? { ...response, body: { ...response.body, ...fields } }
      : response,
  );

/** Copies an object without a field. */
export const without = (name: string, object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Copies a response without a header. */
export const withoutHeader = (response: Response, name: string): Response => ({
  ...response,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([key]) => key !== name)),
});

/** Tells whether an object is a product. */
export const isProduct = (object: JsonObject) => 'regularPrice' in object;
