import { useTexts } from '@shop/language/texts';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { contentApi } from '../../api/content.endpoints';
import type { LoadedPolicy } from '../../policy/load-policy';

export type PolicyState =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; policy: LoadedPolicy };

/**
 * Loads the text of a policy: the text of the store when there is one, else the built-in text. When store information
 * fails to load, the built-in text shows with the default details, because readers need a policy more than an error. A text
 * that the store is known to have is not replaced: the page shows the text of an earlier load, or an error.
 *
 * @see Specification 2 "Policy pages"
 */
export function usePolicy(slug: PolicySlug): PolicyState {
  const { kind } = useStoreInfo();
  const { language } = useTexts();
  const { currentData, isError, isFetching, refetch } = contentApi.useContentPolicyQuery(
    { slug, language, hasStoreInfo: kind === 'ready' },
    { skip: kind === 'loading' },
  );
  if (currentData) return { kind: 'ready', policy: currentData };
  if (isError && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  return { kind: 'loading' };
}
