import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect, useState } from 'react';
import type { ViewedProducts } from './viewed-products';

/** Runs code that loads when the page is idle. A page for which it does not load works without it. */
function withViewedProducts(run: (code: typeof import('./viewed-products')) => void): void {
  const wait: (work: () => void) => void = window.requestIdleCallback ?? setTimeout;
  wait(() => void import(/* webpackChunkName: "viewed-products" */ './viewed-products').then(run, () => undefined));
}

/**
 * Shows pictures and names of the products that were viewed on this device, the latest first, or nothing without any. It
 * shows no prices: stored prices can be out of date, and the product pages show the current ones. An addition to the
 * specification.
 *
 * @param except Id of the product that the page shows, which the rail leaves out.
 */
export function RecentlyViewed({ except }: { except?: string }) {
  const [Products, setProducts] = useState<typeof ViewedProducts>();
  useEffect(() => withViewedProducts((code) => setProducts(() => code.ViewedProducts)), []);
  return Products && <Products except={except} />;
}

/** Records that the shopper views a product. */
export function useRecordViewedProduct(product: Product): void {
  useEffect(() => withViewedProducts((code) => code.recordViewedProduct(product)), [product]);
}

/** Forgets a product that the shop no longer has. */
export function useForgetViewedProduct(id: string): void {
  useEffect(() => withViewedProducts((code) => code.forgetViewedProduct(id)), [id]);
}
