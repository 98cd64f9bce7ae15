import { useEffect, useState } from 'react';
import type { CompanyDetails } from '../company-placeholders';
import type { SanitisedPolicy, StorePolicySource } from './sanitise-policy';

export type SanitisedPolicyState =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  /** The sanitised text has no visible content. */
  | { kind: 'empty' }
  | { kind: 'ready'; policy: SanitisedPolicy };

interface Result {
  /** The input. A result for another input is not shown. */
  html: string;
  company: CompanyDetails;
  /** Null when the sanitiser failed to load. */
  policy: SanitisedPolicy | null;
}

/** Loads the sanitiser and sanitises the policy of a store. It runs after hydration, because the sanitiser needs a browser. */
export function useSanitisedPolicy({ title, html, company }: StorePolicySource): SanitisedPolicyState {
  const [result, setResult] = useState<Result | null>(null);
  const current = result?.html === html && result.company === company ? result : null;
  const isReady = current !== null;

  useEffect(() => {
    if (isReady) return;
    let isCurrent = true;
    void loadSanitised({ title, html, company }).then((policy) => {
      if (isCurrent) setResult({ html, company, policy });
    });
    return () => {
      isCurrent = false;
    };
  }, [isReady, title, html, company]);

  if (!current) return { kind: 'loading' };
  if (!current.policy) return { kind: 'failed', retry: () => setResult(null) };
  if (current.policy.isEmpty) return { kind: 'empty' };
  return { kind: 'ready', policy: current.policy };
}

async function loadSanitised(source: StorePolicySource): Promise<SanitisedPolicy | null> {
  try {
    const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
    return sanitisePolicy(source);
  } catch (error) {
    console.error('Sanitising the policy of the store failed:', error);
    return null;
  }
}
