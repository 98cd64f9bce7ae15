import { useLocation, useNavigationType } from '@shop/router/router';
import { sectionId } from '@shop/router/section-id';
import { useEffect } from 'react';

/** Key of the entry a document starts with, and of those that plain `#` links in a store's text make. */
const keyWithoutRouter = 'default';

/**
 * Scrolls to the section that the address names and puts the focus there: on arrival, since the text may come after the
 * page, and at every link to a section. Back and Forward are left to the shell, which remembers where the page was.
 */
export function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    if (!hash || (navigation === 'POP' && key !== keyWithoutRouter)) return;
    const section = document.getElementById(sectionId(hash));
    section?.focus({ preventScroll: true });
    section?.scrollIntoView();
  }, [hash, key, navigation]);
}
