import type { PolicySlug } from '@shop/remote-contract/urls';
import { use, useReducer } from 'react';
import { forgetPolicyText, loadPolicyText } from './load-policy-text';
import type { PolicyText } from './policy-text';

export type PolicyTextState = { kind: 'failed'; retry: () => void } | { kind: 'ready'; text: PolicyText };

/** The built-in text of a policy. Suspends while its chunk loads, so that a server waits for it too. */
export function usePolicyText(slug: PolicySlug): PolicyTextState {
  const [, askAgain] = useReducer((attempt: number) => attempt + 1, 0);
  const text = use(loadPolicyText(slug));
  if (text) return { kind: 'ready', text };
  const retry = () => {
    forgetPolicyText(slug);
    askAgain();
  };
  return { kind: 'failed', retry };
}
