import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { ProductJson, ProductListJson, ProductListQuery } from '@shop/api-contract/schemas/product';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { addCacheHeaders } from '../http/cache-headers';
import { getProductImages } from './product-images';
import { createProductResponse } from './product-response';
import type { ProductsRepository } from './products.repository';

export interface ProductRoutesOptions {
  products: ProductsRepository;
  getPublicUrl: (request: FastifyRequest) => string;
}

/** The product list and the product. Specification 7, `GET /products` and `GET /products/{id}`. */
export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (app, options) => {
  const { products, getPublicUrl } = options;
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
      const { page = 1, limit = 12, ...filter } = request.query;
      const { products: rows, total } = await products.list(filter, page, limit);
      const publicUrl = getPublicUrl(request);
      const data = await Promise.all(
        rows.map(async (product) => createProductResponse(product, await getProductImages(product, publicUrl))),
      );
      const totalPages = Math.ceil(total / limit);
      return { data, count: total, pagination: { page, limit, total, totalPages } };
    },
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
      const product = await products.findById(request.params.id);
      if (!product) throw new HttpError(404, 'Product not found.');
      return createProductResponse(product, await getProductImages(product, getPublicUrl(request)));
    },
  );
};
