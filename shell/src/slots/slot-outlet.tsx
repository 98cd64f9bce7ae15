import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import { compareSlotPositions, type LinkSlotName } from '@shop/remote-contract/slots';
import type { Slots } from '@shop/slots/slot';
import { type ComponentType, memo, Suspense, startTransition, use, useEffect, useRef, useState } from 'react';
import type { SlotOwner } from '../remotes/screen-registry';
import { useIsHydrated } from '../rendering/use-is-hydrated';
import { SlotErrorBoundary } from './slot-error-boundary';
import { getSlotKey, type SlotEntry, type SlotHost } from './slot-host';
import * as styles from './slot-outlet.module.css';
import { useStableProps } from './use-stable-props';

/** Creates what the places of a page show. */
export function createSlots(composition: Composition, host: SlotHost): Slots {
  const links = new Map<LinkSlotName, ReturnType<Slots['listLinks']>>();
  return {
    render: (name, props) =>
      host
        .listOwners(name)
        .map((owner) => <SlotOutlet key={getSlotKey(owner)} host={host} owner={owner} props={props} />),
    listLinks: (name) => {
      const known = links.get(name) ?? listLinks(composition, name);
      links.set(name, known);
      return known;
    },
  };
}

function listLinks({ remotes }: Composition, name: LinkSlotName): ReturnType<Slots['listLinks']> {
  const getLinks = ({ name: app, links = [] }: ComposedRemote) =>
    links.filter(({ slot }) => slot === name).map((link) => ({ ...link, app }));
  return remotes.flatMap(getLinks).sort(compareSlotPositions);
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
  const stableProps = useStableProps(props);
  const [entry] = useState(() => host.open(owner, props));
  const [isInHtml] = useState(() => !isHydrated && host.isInHtml(owner, props));
  const [isShown, setIsShown] = useState(() => isInHtml || (isHydrated && entry.settled?.kind === 'ready'));
  const [graceMs] = useState(isHydrated ? 100 : 0);
  if (isShown) return <Filler host={host} owner={owner} props={stableProps} entry={entry} isInHtml={isInHtml} />;
  return <LatePlace entry={entry} graceMs={graceMs} onFree={() => startTransition(() => setIsShown(true))} />;
}

interface FillerProps extends SlotOutletProps {
  entry: SlotEntry;
  isInHtml: boolean;
}

/** An update that reaches the boundary before its code is there would remove the HTML of the server, so it takes none. */
const Filler = memo(function Filler({ host, owner, ...loaded }: FillerProps) {
  return (
    <Suspense fallback={null}>
      <SlotErrorBoundary onError={(reason) => host.onError(owner, reason)}>
        <LoadedFiller {...loaded} />
      </SlotErrorBoundary>
    </Suspense>
  );
});

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
  /** Called when the filler can appear. */
  onFree: () => void;
}

/** The place of a filler that is not ready. It has no size, and waits until it is below the window. */
function LatePlace({ entry, graceMs, onFree }: LatePlaceProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const latest = useRef(onFree);
  useEffect(() => {
    latest.current = onFree;
  });
  useEffect(() => {
    let observer: IntersectionObserver | undefined;
    let isGone = false;
    const deadline = performance.now() + graceMs;
    void entry.result.then(({ kind }) => {
      if (isGone || kind === 'failed' || !marker.current) return;
      if (performance.now() < deadline) {
        latest.current();
        return;
      }
      observer = new IntersectionObserver((seen) => {
        const { isIntersecting = true, boundingClientRect } = seen.at(-1) ?? {};
        if (!isIntersecting && boundingClientRect && boundingClientRect.top >= window.innerHeight) latest.current();
      });
      observer.observe(marker.current);
    });
    return () => {
      isGone = true;
      observer?.disconnect();
    };
  }, [entry, graceMs]);
  return <span ref={marker} className={styles.marker} aria-hidden />;
}
