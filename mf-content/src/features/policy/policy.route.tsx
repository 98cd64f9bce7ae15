import { sourceLanguage } from '@shop/remote-contract/languages';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { urls } from '@shop/remote-contract/urls';
import { Navigate, useParams } from '@shop/router/router';
import { loadStoreInfo } from '@shop/store-info/use-store-info';
import { contentApi } from '../../api/content.endpoints';
import { NotFoundScreen } from '../../not-found/not-found.screen';
import { isPolicySlug } from '../../policy/policy-slugs';
import { PolicyScreen } from './policy.screen';

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

const load: NonNullable<RemoteScreen['load']> = async ({ params, dispatch, language = sourceLanguage }) => {
  const slug = params.policyType;
  if (!isPolicySlug(slug)) return;
  const hasStoreInfo = (await loadStoreInfo(dispatch)) !== undefined;
  await dispatch(contentApi.endpoints.contentPolicy.initiate({ slug, language, hasStoreInfo }, { subscribe: false }));
};

export const screen: RemoteScreen = {
  Screen: PolicyRoute,
  load,
};
