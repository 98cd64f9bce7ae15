import type { ComposedApp } from '@shop/remote-contract/composition';
import type { LoadSlot } from '@shop/remote-contract/slots';
import {
  Component,
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useIsHydrated } from '../base/device-state';
import { never, type Place, type SlotCode } from './page-slots';
import {
  createSlotHost,
  getSlotKey,
  type SlotEntry,
  type SlotHost,
  type SlotHostOptions,
  type SlotOwner,
} from './slot-host';

export interface SlotErrorBoundaryProps {
  /** Release of the filler: `mf-reviews/1.0.0-4f3a…`. Telemetry counts the error for it. */
  release: string;
  /** Receives what the filler throws. */
  onError: (reason: unknown) => void;
  children: ReactNode;
}

/** Shows nothing in place of a filler that throws while it renders. React has no hook for this. */
class SlotErrorBoundary extends Component<SlotErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(reason: unknown): void {
    this.props.onError(reason);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/**
 * Creates the code of slots for a page, on the server and in the browser.
 *
 * @param loadSlot Default: opens every filler of a slot.
 */
export function createSlotCode(host: SlotHost, loadSlot: LoadSlot = createHostLoader(host)): SlotCode {
  return {
    renderFillers: ({ name, ...place }) =>
      host.listOwners(name).map((owner) => <SlotOutlet key={getSlotKey(owner)} host={host} owner={owner} {...place} />),
    loadSlot,
  };
}

const createHostLoader =
  ({ listOwners, open }: SlotHost): LoadSlot =>
  async (name, props) => {
    await Promise.all(listOwners(name).map((owner) => open(owner, props).result));
  };

interface SlotOutletProps extends Omit<Place, 'name'> {
  host: SlotHost;
  owner: SlotOwner;
}

/** Milliseconds after the first render of its place in which a filler still appears together with its screen. */
const graceMs = 100;

/**
 * Shows one filler of a slot, or nothing. A filler that is ready when its place first renders, or that is in the HTML of the
 * server, shows at once. A later one appears where it moves nothing that the shopper sees.
 *
 * @see docs/decisions/0038
 */
function SlotOutlet({ host, owner, props, since }: SlotOutletProps) {
  const isHydrated = useIsHydrated();
  const [place] = useState(() => {
    const entry = host.open(owner, props);
    return {
      entry,
      isInHtml: !isHydrated && host.isInHtml(owner, props),
      deadline: since + (isHydrated ? graceMs : 0),
    };
  });
  const { entry, isInHtml } = place;
  const [isShown, setIsShown] = useState(
    () => isInHtml || (isHydrated && entry.settled?.kind === 'ready' && performance.now() < place.deadline),
  );
  return isShown ? (
    <Filler host={host} owner={owner} props={props} entry={entry} isInHtml={isInHtml} />
  ) : (
    <LatePlace {...place} setIsShown={setIsShown} />
  );
}

interface FillerProps extends Omit<SlotOutletProps, 'since'> {
  entry: SlotEntry;
  isInHtml: boolean;
}

/** The end of the hydration updates the outlet. Without `memo` it would remove the HTML of a filler whose code is not there. */
const Filler = memo(({ host, owner, ...loaded }: FillerProps) => {
  return (
    <Suspense fallback={null}>
      <SlotErrorBoundary release={getReleaseName(owner.remote)} onError={(reason) => host.onError(owner, reason)}>
        <LoadedFiller {...loaded} />
      </SlotErrorBoundary>
    </Suspense>
  );
});

/** Names a release as the URLs of its files do. */
const getReleaseName = ({ base }: ComposedApp) => base.slice('/r/'.length, -1);

function LoadedFiller({ entry, props, isInHtml }: Pick<FillerProps, 'entry' | 'props' | 'isInHtml'>) {
  const result = use(entry.result);
  // The HTML of a filler whose code does not load stays as it is: to remove it would move the page.
  if (result.kind === 'failed' || (isInHtml && result.isPrevious)) return isInHtml ? use(never) : null;
  const Slot = result.slot.Slot as ComponentType<object>;
  return <Slot {...props} />;
}

/** A place that shows nothing adds no gap to its container. A style sheet would be one more file for a page with fillers. */
const outOfFlow = { position: 'absolute' } as const;

interface LatePlaceProps {
  entry: SlotEntry;
  /** Until then a filler appears together with its screen. Milliseconds of `performance.now`. */
  deadline: number;
  setIsShown: (isShown: boolean) => void;
}

/** The place of a filler that is not ready. It has no size, and waits until it is below the window. */
function LatePlace({ entry, deadline, setIsShown }: LatePlaceProps) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let observer: IntersectionObserver | undefined;
    let isGone = false;
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
  }, [entry, deadline, setIsShown]);
  return <span ref={marker} style={outOfFlow} aria-hidden />;
}

/** Creates the code of slots in the browser. This module and what only it imports are a chunk of their own. */
export const createBrowserSlots = (options: SlotHostOptions): SlotCode => createSlotCode(createSlotHost(options));
