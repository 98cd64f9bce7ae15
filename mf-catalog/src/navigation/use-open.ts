import { HistoryContext } from '@shop/router/router';
import { useContext } from 'react';

/**
 * Gives a function that navigates to an address of the shop, like a link: it replaces the history entry of the current
 * address. The history is newer than the screen, so a second click before the next screen is there adds no second entry.
 *
 * @example
 * const open = useOpen();
 * open(urls.product(id));
 */
export function useOpen(): (url: string, isReplacing?: boolean) => void {
  const host = useContext(HistoryContext);
  return (url, isReplacing) => {
    if (!host) return;
    const { history, basename } = host;
    const target = basename + url;
    if (isReplacing || history.createHref(history.location) === target) history.replace(target);
    else history.push(target);
  };
}
