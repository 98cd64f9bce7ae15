import { urls } from '@shop/remote-contract/urls';
import { useLocation, useNavigate } from '@shop/router/router';

/** Key of the history entry that a document load creates. The router does not know the entries before it. */
const documentEntryKey = 'default';

/**
 * Returns whether the history entry before this document is a page of the shop. That is so after a link that loads the
 * document again, for example when a tab reloads because a new composition is live.
 *
 * The Navigation API lists the adjacent entries of this origin only. Browsers without it have the referrer.
 */
function isPreviousEntryInShop(): boolean {
  if ('navigation' in window) return window.navigation.canGoBack;
  return history.length > 1 && document.referrer.startsWith(`${location.origin}/`);
}

/** Returns a function that goes back to the previous page of the shop, or to the product list when there is none. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    const canGoBack = key !== documentEntryKey || isPreviousEntryInShop();
    if (canGoBack) navigate(-1);
    else navigate(urls.productList());
  };
}
