import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { ProductJson, ProductListJson, ProductListQuery } from '@shop/api-contract/schemas/product';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { RequestRefused } from '../errors/request-refused';
import { cacheForShoppers } from '../http/catalogue-cache';
import type { ProductPictures } from '../media/product-pictures';
import { productAnswer } from './product-answer';
import type { ProductsRepository } from './products.repository';

export interface ProductRoutesOptions {
  products: ProductsRepository;
  pictures: ProductPictures;
  publicAddress: (request: FastifyRequest) => string;
}

/** The catalogue. Specification 7, `GET /products` and `GET /products/{id}`. */
export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (app, options) => {
  const { products, pictures, publicAddress } = options;
  app.addHook('onSend', cacheForShoppers);

  app.get(
    '/products',
    {
      schema: {
        tags: ['products'],
        summary: 'A page of products',
        description: 'Featured products first, then the newest. A page past the end is empty.',
        querystring: ProductListQuery,
        response: { 200: ProductListJson, 400: ErrorJson },
      },
    },
    async (request) => {
      const { page = 1, limit = 12, ...filter } = request.query;
      const found = await products.list(filter, page, limit);
      const address = publicAddress(request);
      const data = await Promise.all(
        found.products.map(async (product) => productAnswer(product, await pictures.of(product, address))),
      );
      const totalPages = Math.ceil(found.total / limit);
      return { data, count: found.total, pagination: { page, limit, total: found.total, totalPages } };
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
      const product = await products.byId(request.params.id);
      if (!product) throw new RequestRefused(404, 'Product not found.');
      return productAnswer(product, await pictures.of(product, publicAddress(request)));
    },
  );
};
