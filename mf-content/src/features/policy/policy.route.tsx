import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { urls } from '@shop/remote-contract/urls';
import { Navigate, useParams } from '@shop/router/router';
import { loadPolicyText } from './built-in-policy/load-policy-text';
import { PolicyScreen } from './policy.screen';
import { isPolicySlug } from './policy-slugs';

function PolicyRoute() {
  const { policyType } = useParams();
  return isPolicySlug(policyType) ? <PolicyScreen slug={policyType} /> : <Navigate to={urls.notFound()} replace />;
}

export const screen: RemoteScreen = {
  Screen: PolicyRoute,
  // A store with its own text does not need the built-in one. That is unknown at this time, and the chunk is small.
  prefetch: ({ params: { policyType } }) => {
    if (isPolicySlug(policyType)) void loadPolicyText(policyType);
  },
};
