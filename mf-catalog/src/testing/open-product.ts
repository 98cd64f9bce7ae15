import { aProduct } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { paths } from '../paths';
import { routes } from '../routes';

/** A product attribute with sizes. */
export const sizes = (...value: string[]) => ({ key: 'size', value });

/** A product attribute with colours. */
export const colours = (...value: string[]) => ({ key: 'color', value });

/** Returns the only visible 'Add to Cart' button. */
export const addToCartButton = () => screen.getByRole('button', { name: 'Add to Cart' });

/**
 * Opens the page of a product and waits for its heading.
 *
 * @returns The rendered routes, the product, and `lines()`, which reads the lines of the cart.
 */
export async function openProduct(more: Parameters<typeof aProduct>[0] = {}) {
  const product = aProduct(more);
  answer('GET', `/products/${product.id}`, { body: product });
  const rendered = renderRoutes({ paths, routes, at: `/product/${encodeURIComponent(product.id)}` });
  await screen.findByRole('heading', { level: 1, name: product.title });
  return { ...rendered, product, lines: () => rendered.store.getState().cart.lines };
}
