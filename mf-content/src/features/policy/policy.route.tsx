import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { urls } from '@shop/remote-contract/urls';
import { Navigate, useParams } from '@shop/router/router';
import { NotFoundScreen } from '../../not-found/not-found.screen';
import { loadPolicyText } from './built-in-policy/load-policy-text';
import { PolicyScreen } from './policy.screen';
import { isPolicySlug } from './policy-slugs';

function PolicyRoute() {
  const { policyType } = useParams();
  if (isPolicySlug(policyType)) return <PolicyScreen slug={policyType} />;
  // The server answers with the 404 page at the address itself: a permanent redirect would outlive a later page there.
  return (
    <>
      <NotFoundScreen />
      <Navigate to={urls.notFound()} replace />
    </>
  );
}

const load: NonNullable<RemoteScreen['load']> = async ({ params: { policyType } }) => {
  // A store with its own text does not need the built-in one. That is unknown at this time, and the chunk is small.
  if (isPolicySlug(policyType)) await loadPolicyText(policyType);
};

export const screen: RemoteScreen = {
  Screen: PolicyRoute,
  load,
  prefetch: (intent) => void load(intent),
};
