import { useEffect, useState } from 'react';
import type { CompanyDetails } from './company-placeholders';
import type { SanitisedPolicy } from './sanitise-policy';

export type SanitisedPolicyState =
  | { kind: 'preparing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; policy: SanitisedPolicy };

interface Prepared {
  /** What was prepared: the text of another policy does not show under this one's title. */
  html: string;
  company: CompanyDetails;
  policy: SanitisedPolicy | null;
}

/** Sanitises a store's policy once the page runs in a browser; the sanitiser is loaded for it. */
export function useSanitisedPolicy(html: string, company: CompanyDetails): SanitisedPolicyState {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: placeholder
  useEffect(() => {
    let isCurrent = true;
    const show = (policy: SanitisedPolicy | null) => {
      if (isCurrent) setPrepared({ html, company, policy });
    };
    import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy').then(
      ({ sanitisePolicy }) => show(sanitisePolicy(html, company)),
      () => show(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [html, company, attempt]);

  if (!prepared || prepared.html !== html || prepared.company !== company) return { kind: 'preparing' };
  if (prepared.policy) return { kind: 'ready', policy: prepared.policy };
  const retry = () => {
    setPrepared(null);
    setAttempt(attempt + 1);
  };
  return { kind: 'failed', retry };
}
