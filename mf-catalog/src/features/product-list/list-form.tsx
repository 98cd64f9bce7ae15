import { urls } from '@shop/remote-contract/urls';
import type { ReactNode } from 'react';
import { getProductListUrl, type ProductListAddress } from './product-list-address';

export interface ListFormProps {
  /** State that the form keeps. Its controls add their own values. */
  address: ProductListAddress;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A form whose controls change the URL of the list, so that they work without scripts. With scripts, the controls navigate
 * themselves and prevent the submit.
 */
export function ListForm({ address, className, children }: ListFormProps) {
  const kept = new URLSearchParams(getProductListUrl(address).split('?')[1]);
  return (
    <form className={className} action={urls.productList()} method="get">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
