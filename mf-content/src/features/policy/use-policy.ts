import type { PolicySlug } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useMemo } from 'react';
import { type CompanyDetails, companyDetails } from './company-placeholders';

export type PolicyState = {
  /** For the document's title, when known. */
  storeName?: string;
} & (
  | { kind: 'loading' }
  /** The store has a text of its own: untrusted HTML. */
  | { kind: 'store'; html: string; company: CompanyDetails }
  | { kind: 'built-in'; company: CompanyDetails }
);

/**
 * Which text of a policy shows: the store's own, else the built-in one. Without store information the built-in text
 * shows with its defaults: a policy that can be read is worth more than an error.
 *
 * @see Specification 2 "Policy pages"
 */
export function usePolicy(slug: PolicySlug): PolicyState {
  const store = useStoreInfo();
  const company = useMemo(() => companyDetails(store.info), [store.info]);
  if (store.kind === 'loading') return { kind: 'loading' };
  const base = { storeName: store.info?.storeName, company };
  const html = store.info?.policies[slug];
  return html ? { ...base, kind: 'store', html } : { ...base, kind: 'built-in' };
}
