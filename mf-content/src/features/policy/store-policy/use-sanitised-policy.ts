import { useEffect, useState } from 'react';
import type { CompanyDetails } from '../company-placeholders';
import type { SanitisedPolicy, StorePolicySource } from './sanitise-policy';

export type SanitisedPolicyState =
  | { kind: 'preparing' }
  | { kind: 'failed'; retry: () => void }
  /** Nothing that can be read was left of it. */
  | { kind: 'empty' }
  | { kind: 'ready'; policy: SanitisedPolicy };

interface Prepared {
  /** What was prepared: the text of another policy does not show under this one's title. */
  html: string;
  company: CompanyDetails;
  /** Null when the sanitiser did not load. */
  policy: SanitisedPolicy | null;
}

/** Sanitises a store's policy once the page runs in a browser; the sanitiser is loaded for it. */
export function useSanitisedPolicy({ title, html, company }: StorePolicySource): SanitisedPolicyState {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const current = prepared?.html === html && prepared.company === company ? prepared : null;
  const isPrepared = current !== null;

  useEffect(() => {
    if (isPrepared) return;
    let isCurrent = true;
    void sanitised({ title, html, company }).then((policy) => {
      if (isCurrent) setPrepared({ html, company, policy });
    });
    return () => {
      isCurrent = false;
    };
  }, [isPrepared, title, html, company]);

  if (!current) return { kind: 'preparing' };
  if (!current.policy) return { kind: 'failed', retry: () => setPrepared(null) };
  if (current.policy.isEmpty) return { kind: 'empty' };
  return { kind: 'ready', policy: current.policy };
}

async function sanitised(source: StorePolicySource): Promise<SanitisedPolicy | null> {
  try {
    const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
    return sanitisePolicy(source);
  } catch (error) {
    console.error('The store’s policy could not be prepared:', error);
    return null;
  }
}
