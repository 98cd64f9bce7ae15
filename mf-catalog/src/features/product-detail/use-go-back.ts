import { urls } from '@shop/remote-contract/urls';
import { useLocation, useNavigate } from '@shop/router/router';

/** Key of the first entry of a visit: there is nothing of ours to go back to. */
const firstEntryKey = 'default';

/** Goes back to where the shopper came from; one who came from outside gets the product list. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => (key === firstEntryKey ? navigate(urls.productList()) : navigate(-1));
}
