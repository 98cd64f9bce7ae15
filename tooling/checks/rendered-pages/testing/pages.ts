import type { ComposedRemote } from '@shop/remote-contract/composition';
import { createPageRenderer } from './sources';

/** Pages whose content the server renders: address, status, and a text of the content. */
export const pages: [address: string, status: number, text: string][] = [
  ['/', 200, 'Saucepan 4'],
  ['/products', 200, 'Saucepan 8'],
  ['/products?featured=true', 200, 'Explore Categories'],
  ['/products?category=cookware', 200, 'Saucepan 12'],
  ['/products?category=cookware&page=2', 200, 'Saucepan 14'],
  ['/products?category=nothing', 404, 'No products found with the selected filters.'],
  ['/search', 200, 'Popular categories'],
  ['/search?q=saucepan', 200, 'Saucepan 12'],
  ['/products?category=cookware&colour=Red&colour=Blue', 200, 'Clear all'],
  ['/product/p-1', 200, '₹3,999'],
  ['/product/none', 404, 'Product Not Found'],
  ['/contact', 200, 'care@tamra.example'],
  ['/terms', 200, 'Tamra Home Private Limited'],
  ['/about', 200, 'Who we are'],
  ['/404', 404, 'Oops! Page not found'],
  ['/nonsense', 404, 'Oops! Page not found'],
  ['/a/b', 404, 'Oops! Page not found'],
];

/** Addresses of which the server renders a placeholder, and texts of it. `/payment` and `/api-test` have none of their own. */
export const frames: [address: string, ...texts: string[]][] = [
  ['/cart', 'Your cart', 'Loading your cart', 'Summary', 'Free'],
  ['/checkout', 'Checkout', 'Loading checkout', 'Order summary', 'Shipping information'],
  ['/account', 'My Account', 'Loading your account', 'Sign Out'],
  ['/orders', 'My Orders', 'Loading your orders'],
  ['/orders/TT-1', 'Order ', 'Loading your order'],
  ['/track-order', 'Track your order', 'Loading the form'],
  ['/order-success', 'Thank You for Your Order!'],
  ['/payment?orderId=1', 'Loading'],
  ['/api-test', 'Loading'],
];

/** Renders the document of an address. @throws when it has none. */
export async function renderDocument(address: string, added: readonly ComposedRemote[] = []) {
  const rendered = await createPageRenderer(added)(address);
  if (rendered?.kind !== 'page') throw new Error(`${address} gives ${JSON.stringify(rendered)}`);
  return rendered.document;
}

/** Reads the HTML of a document's root element, without what Emotion writes next to its elements on a server. */
export const readBody = (html: string) => withoutStyles(/<div id="root">(.*)<\/div>\n/s.exec(html)?.[1] ?? '');

/** Removes Emotion's style elements. In a browser they are in the head. */
export const withoutStyles = (html: string) => html.replace(/<style[^>]*>[^<]*<\/style>/g, '');
