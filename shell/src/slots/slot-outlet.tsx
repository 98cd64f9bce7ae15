import type { Composition } from '@shop/remote-contract/composition';
import { compareSlotPositions } from '@shop/remote-contract/slots';
import type { Slots } from '@shop/slots/slot';
import { type ComponentType, memo, Suspense, startTransition, use, useEffect, useRef, useState } from 'react';
import type { SlotOwner } from '../remotes/screen-registry';
import { useIsHydrated } from '../rendering/use-is-hydrated';
import { SlotErrorBoundary } from './slot-error-boundary';
import { getSlotKey, type SlotEntry, type SlotHost } from './slot-host';
import * as styles from './slot-outlet.module.css';

/** Creates what the places of a page show. */
export function createSlots(composition: Composition, host: SlotHost): Slots {
  const links = composition.remotes
    .flatMap(({ name: app, links: added = [] }) => added.map((link) => ({ ...link, app })))
    .sort(compareSlotPositions);
  return {
    render: (name, props) =>
      host
        .listOwners(name)
        .map((owner) => <SlotOutlet key={getSlotKey(owner)} host={host} owner={owner} props={props} />),
    listLinks: (name) => links.filter(({ slot }) => slot === name),
  };
}

interface SlotOutletProps {
  host: SlotHost;
  owner: SlotOwner;
  props: object;
}

/**
 * Shows one filler of a slot, or nothing. A filler that is ready when its place first renders, or that is in the HTML of the
 * server, shows at once. A later one appears where it moves nothing that the shopper sees.
 *
 * @see docs/decisions/0038
 */
function SlotOutlet({ host, owner, props }: SlotOutletProps) {
  const isHydrated = useIsHydrated();
  const [place] = useState(() => {
    const entry = host.open(owner, props);
    return { entry, isInHtml: !isHydrated && host.isInHtml(owner, props), graceMs: isHydrated ? 100 : 0 };
  });
  const { entry, isInHtml } = place;
  const [isShown, setIsShown] = useState(() => isInHtml || (isHydrated && entry.settled?.kind === 'ready'));
  return isShown ? (
    <Filler host={host} owner={owner} props={props} entry={entry} isInHtml={isInHtml} />
  ) : (
    <LatePlace {...place} setIsShown={setIsShown} />
  );
}

interface FillerProps extends SlotOutletProps {
  entry: SlotEntry;
  isInHtml: boolean;
}

/** An update that reaches the boundary before its code is there would remove the HTML of the server, so it takes none. */
const Filler = memo(
  ({ host, owner, ...loaded }: FillerProps) => {
    return (
      <Suspense fallback={null}>
        <SlotErrorBoundary onError={(reason) => host.onError(owner, reason)}>
          <LoadedFiller {...loaded} />
        </SlotErrorBoundary>
      </Suspense>
    );
  },
  (before, after) => JSON.stringify(before.props) === JSON.stringify(after.props),
);

const never = new Promise<never>(() => undefined);

function LoadedFiller({ entry, props, isInHtml }: Pick<FillerProps, 'entry' | 'props' | 'isInHtml'>) {
  const result = use(entry.result);
  // The HTML of a filler whose code does not load stays as it is: to remove it would move the page.
  if (result.kind === 'failed' || (isInHtml && result.isPrevious)) return isInHtml ? use(never) : null;
  const Slot = result.slot.Slot as ComponentType<object>;
  return <Slot {...props} />;
}

interface LatePlaceProps {
  entry: SlotEntry;
  /** Milliseconds in which a filler still appears together with its screen. */
  graceMs: number;
  setIsShown: (isShown: boolean) => void;
}

/** The place of a filler that is not ready. It has no size, and waits until it is below the window. */
function LatePlace({ entry, graceMs, setIsShown }: LatePlaceProps) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let observer: IntersectionObserver | undefined;
    let isGone = false;
    const deadline = performance.now() + graceMs;
    const show = () => startTransition(() => setIsShown(true));
    void entry.result.then(({ kind }) => {
      if (isGone || kind === 'failed' || !marker.current) return;
      if (performance.now() < deadline) {
        show();
        return;
      }
      observer = new IntersectionObserver((seen) => {
        const { isIntersecting = true, boundingClientRect } = seen.at(-1) ?? {};
        if (!isIntersecting && boundingClientRect && boundingClientRect.top >= window.innerHeight) show();
      });
      observer.observe(marker.current);
    });
    return () => {
      isGone = true;
      observer?.disconnect();
    };
  }, [entry, graceMs, setIsShown]);
  return <span ref={marker} className={styles.marker} aria-hidden />;
}
