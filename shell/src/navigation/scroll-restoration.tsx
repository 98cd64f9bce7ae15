import { type Location, useHref, useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { mainId } from '../base/page';
import { untilEnded } from './after-start';

/**
 * Gives the key of a history entry. The first entry of a document that was opened by its address
 * has the router key `default`. Its address then identifies it.
 */
function scrollKey({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? pathname + search : key;
}

const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' });

/**
 * Restores the scroll position. A new path starts at the top, Back and Forward return to the previous position, and so does
 * a reload. A new path also moves the focus to `<main>`, from where the screen's heading takes it. After a change of the
 * query alone (pages of a list, filters) the screen itself decides. A link of the header, the menu or the footer starts at the
 * top in any case.
 */
export function ScrollRestoration() {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const key = scrollKey(location);
  const navigation = useNavigationType();
  const positions = useRef<Record<string, number>>({});
  const shown = useRef({ key, pathname });
  const address = useHref({ pathname, search });
  /** Address of the last link that was clicked, when it is around the screen. */
  const frameAddress = useRef<string>(undefined);

  useEffect(() => {
    const record = () => {
      positions.current[shown.current.key] = window.scrollY;
    };
    const noteLink = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a');
      const isInFrame = link && !document.getElementById(mainId)?.contains(link);
      frameAddress.current = isInFrame ? link.pathname + link.search : undefined;
    };
    window.addEventListener('scroll', record, { passive: true });
    // Before the router changes the address.
    document.addEventListener('click', noteLink, true);
    const end = untilEnded(({ keepScrollPositions }) =>
      keepScrollPositions(positions.current, () => shown.current.key),
    );
    return () => {
      end();
      document.removeEventListener('click', noteLink, true);
      window.removeEventListener('scroll', record);
    };
  }, []);

  useLayoutEffect(() => {
    const previous = shown.current;
    if (previous.key === key) return;
    shown.current = { key, pathname };
    const isFromFrame = frameAddress.current === address && navigation !== 'POP';
    frameAddress.current = undefined;
    const isNewPath = previous.pathname !== pathname || isFromFrame;
    if (isNewPath) document.getElementById(mainId)?.focus({ preventScroll: true });
    if (navigation === 'POP') {
      const top = positions.current[key] ?? 0;
      scrollTo(top);
      return untilEnded(({ restoreScroll }) => restoreScroll(top));
    }
    if (!isNewPath) return;
    const target = hash ? document.getElementById(getSectionId(hash)) : null;
    if (target) target.scrollIntoView();
    else scrollTo(0);
  }, [key, pathname, address, hash, navigation]);

  return null;
}
