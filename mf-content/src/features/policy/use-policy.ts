import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useMemo } from 'react';
import { type CompanyDetails, getCompanyDetails } from './company-placeholders';

export type PolicyState = {
  /** Unknown until store information has loaded. */
  info?: StoreInfo | undefined;
} & (
  | { kind: 'loading' }
  /** Store information has a text for this policy: untrusted HTML. */
  | { kind: 'store'; html: string; company: CompanyDetails }
  | { kind: 'built-in'; company: CompanyDetails }
);

/**
 * Selects the text of a policy: the text of the store when there is one, else the built-in text. When store information
 * fails to load, the built-in text shows with the default details, because readers need a policy more than an error.
 *
 * @see Specification 2 "Policy pages"
 */
export function usePolicy(slug: PolicySlug): PolicyState {
  const store = useStoreInfo();
  const company = useMemo(() => getCompanyDetails(store.info), [store.info]);
  if (store.kind === 'loading') return { kind: 'loading' };
  const base = { info: store.info, company };
  const html = store.info?.policies[slug];
  return html ? { ...base, kind: 'store', html } : { ...base, kind: 'built-in' };
}
