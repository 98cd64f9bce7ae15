import { useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { useEffect } from 'react';

/** Key of history entries that the router did not create: document loads, and plain `#` links in the text of a store. */
const nativeEntryKey = 'default';

/**
 * Scrolls to the section of the URL's fragment and focuses it. It does so when the text has loaded, which can be later than
 * the page, and after each link to a section. On Back and Forward the shell restores the scroll position instead.
 */
export function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    if (!hash || (navigation === 'POP' && key !== nativeEntryKey)) return;
    const section = document.getElementById(getSectionId(hash));
    section?.focus({ preventScroll: true });
    section?.scrollIntoView();
  }, [hash, key, navigation]);
}
