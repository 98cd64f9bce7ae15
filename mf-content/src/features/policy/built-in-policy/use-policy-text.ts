import type { PolicySlug } from '@shop/remote-contract/urls';
import { use, useReducer } from 'react';
import { evictPolicyText, loadPolicyText } from './load-policy-text';
import type { PolicyText } from './policy-text';

export type PolicyTextState = { kind: 'failed'; retry: () => void } | { kind: 'ready'; text: PolicyText };

/** Returns the built-in text of a policy. Suspends while its chunk loads, so that server rendering waits for the text. */
export function usePolicyText(slug: PolicySlug): PolicyTextState {
  const [, renderAgain] = useReducer((attempt: number) => attempt + 1, 0);
  const text = use(loadPolicyText(slug));
  if (text) return { kind: 'ready', text };
  const retry = () => {
    evictPolicyText(slug);
    renderAgain();
  };
  return { kind: 'failed', retry };
}
