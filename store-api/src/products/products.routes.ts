import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { ProductJson, ProductListJson, ProductListQuery } from '@shop/api-contract/schemas/product';
import { ProductDatesJson, ProductDatesQuery } from '@shop/api-contract/schemas/product-dates';
import { ProductSearchJson, ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { InvalidSearchError, parseSearchParameters } from '@shop/product-search/search-parameters';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { addCacheHeaders } from '../http/cache-headers';
import type { AttemptLimits } from '../users/attempt-limits';
import { getProductImages } from './product-images';
import { createProductResponse, type ProductAdditions } from './product-response';
import type { ProductsRepository, StoredProduct } from './products.repository';

export interface ProductRoutesOptions {
  products: ProductsRepository;
  getPublicUrl: (request: FastifyRequest) => string;
  attempts: AttemptLimits;
  /** Whether a gateway calls for pages that it renders. Its searches have no limit: it limits those of its shoppers. */
  isGateway: (request: FastifyRequest) => boolean;
}

/** The product list and the product. Specification 7, `GET /products` and `GET /products/{id}`. */
export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (app, options) => {
  const { products, getPublicUrl, attempts, isGateway } = options;
  const createResponses = (rows: readonly StoredProduct[], request: FastifyRequest, additions?: ProductAdditions) => {
    const publicUrl = getPublicUrl(request);
    return Promise.all(
      rows.map(async (product) =>
        createProductResponse(product, await getProductImages(product, publicUrl), additions),
      ),
    );
  };
  /** Creates the responses of products with the additions to the specification, which lists leave out. */
  const createCompleteResponses = async (ids: readonly string[], request: FastifyRequest) => {
    const rows = await products.findByIds(ids);
    return createResponses(rows, request, { otherPrices: await products.findOtherPrices(rows) });
  };
  const createNamedProducts = async (ids: readonly string[], request: FastifyRequest) => {
    if (Object.keys(request.query as object).length > 1) {
      throw new HttpError(400, 'id goes without other parameters: send them in a call of their own.');
    }
    const data = await createCompleteResponses([...new Set(ids)], request);
    const total = data.length;
    return { data, count: total, pagination: { page: 1, limit: ids.length, total, totalPages: Math.min(1, total) } };
  };
  app.addHook('onSend', addCacheHeaders);

  app.get(
    '/products',
    {
      schema: {
        tags: ['products'],
        summary: 'A page of products',
        description: 'Featured products come first, then the newest. A page after the last page is empty.',
        querystring: ProductListQuery,
        response: { 200: ProductListJson, 400: ErrorJson },
      },
    },
    async (request) => {
      const { page = 1, limit = 12, id, ...filter } = request.query;
      if (id) return createNamedProducts(id, request);
      const { products: rows, total } = await products.list(filter, page, limit);
      const data = await createResponses(rows, request);
      const totalPages = Math.ceil(total / limit);
      return { data, count: total, pagination: { page, limit, total, totalPages } };
    },
  );

  app.get(
    '/search',
    {
      schema: {
        tags: ['products'],
        summary: 'Products by words, price, colour and size',
        description: 'An addition to the specification, which `accept-search` announces.',
        querystring: ProductSearchQuery,
        response: { 200: ProductSearchJson, 400: ErrorJson, 429: ErrorJson },
      },
      // The gateway reads the same parameters with the same messages.
      validatorCompiler: () => () => true,
    },
    async (request) => {
      if (!isGateway(request)) await attempts.countSearch(request.ip);
      const { ids, ...result } = await products.search(readSearchQuery(request));
      const rows = await products.findByIds(ids);
      return { ...result, data: await createResponses(rows, request) };
    },
  );

  app.get(
    '/product-dates',
    {
      schema: {
        tags: ['products'],
        summary: 'The ids of all products with the times of their last changes',
        description: 'An addition to the specification, which `accept-product-dates` announces.',
        querystring: ProductDatesQuery,
        response: { 200: ProductDatesJson, 400: ErrorJson },
      },
    },
    ({ query: { after = '', limit = 2000 } }) => products.listDates(after, limit),
  );

  app.get(
    '/products/:id',
    {
      schema: {
        tags: ['products'],
        summary: 'One product',
        params: Type.Object({ id: Type.String() }),
        response: { 200: ProductJson, 404: ErrorJson },
      },
    },
    async (request) => {
      const [product] = await createCompleteResponses([request.params.id], request);
      if (!product) throw new HttpError(404, 'Product not found.');
      return product;
    },
  );
};

function readSearchQuery({ url }: FastifyRequest): ProductSearchQuery {
  try {
    return parseSearchParameters(new URL(url, 'http://localhost').searchParams);
  } catch (error) {
    if (error instanceof InvalidSearchError) throw new HttpError(400, error.message);
    throw error;
  }
}
