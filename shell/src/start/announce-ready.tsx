import { useEffect } from 'react';
import { pageReadyEvent } from './page-loader';

/**
 * Announces that the page reacts to input, after the content around it was hydrated or rendered. The page loader then repeats
 * early input. The page navigates without documents from now on, so the browser need not prefetch them.
 */
export function AnnounceReady() {
  useEffect(() => {
    document.querySelector('script[type="speculationrules"]')?.remove();
    window.dispatchEvent(new Event(pageReadyEvent));
  }, []);
  return null;
}
