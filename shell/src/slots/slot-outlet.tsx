import type { ComposedApp, Composition } from '@shop/remote-contract/composition';
import { compareSlotPositions } from '@shop/remote-contract/slots';
import type { Slots } from '@shop/slots/slot';
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
import { createLoadEntry } from '../remotes/screen-registry';
import { getSlotKey, type SlotEntry, type SlotHost, type SlotOwner } from './slot-host';

export interface SlotErrorBoundaryProps {
  /** Release of the component: `mf-reviews/1.0.0-4f3a…`. Telemetry counts the error for it. */
  release: string;
  /** Receives what the component throws. */
  onError: (reason: unknown) => void;
  children: ReactNode;
}

/** Shows nothing in place of a component that throws while it renders. React has no hook for this. */
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

/** Creates what the slots of a page show: nothing without components, so that the markup has no trace of slots. */
export function createSlots({ remotes }: Composition, host: SlotHost): Slots {
  const links = remotes
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

/** Milliseconds after the first render of its slot in which a component still appears together with its screen. */
const graceMs = 100;

/**
 * Shows one component of a slot, or nothing. A component that is ready when its slot first renders, or that is in the HTML of
 * the server, shows at once. Another one loads at the first input, and appears when it moves nothing that the shopper sees.
 *
 * @see docs/decisions/0038
 */
function SlotOutlet({ host, owner, props }: SlotOutletProps) {
  const isHydrated = useIsHydrated();
  const [{ entry, isInHtml, deadline }] = useState(() => {
    const isInHtml = !isHydrated && host.isInHtml(owner, props);
    return {
      entry: isInHtml ? host.open(owner, props) : openWhenUsed(host, owner, props),
      isInHtml,
      deadline: performance.now() + (isHydrated ? graceMs : 0),
    };
  });
  const [isShown, setIsShown] = useState(isInHtml || (isHydrated && entry.settled?.kind === 'ready'));
  return isShown ? (
    <ShownComponent host={host} owner={owner} props={props} entry={entry} isInHtml={isInHtml} />
  ) : (
    <LateSlot host={host} entry={entry} deadline={deadline} setIsShown={setIsShown} />
  );
}

/** Opens a component at the first input: the page is quiet until then, and its largest picture is one that the shopper came for. */
function openWhenUsed(host: SlotHost, owner: SlotOwner, props: object): SlotEntry {
  const open = () => host.open(owner, props);
  const { firstInput } = host;
  return firstInput?.hasHappened === false ? createLoadEntry(firstInput.promise.then(() => open().result)) : open();
}

interface ShownComponentProps extends SlotOutletProps {
  entry: SlotEntry;
  isInHtml: boolean;
}

/**
 * The end of the hydration and each render of the screen update the outlet. An update that reaches the boundary before its
 * code is there would remove the HTML of the server, so only changed props pass.
 */
const ShownComponent = memo(
  ({ host, owner, ...loaded }: ShownComponentProps) => (
    <Suspense fallback={null}>
      <SlotErrorBoundary release={getReleaseName(owner.remote)} onError={(reason) => host.onError(owner, reason)}>
        <LoadedComponent {...loaded} />
      </SlotErrorBoundary>
    </Suspense>
  ),
  (before, after) => JSON.stringify(before.props) === JSON.stringify(after.props),
);

/** Names a release as the URLs of its files do. */
const getReleaseName = ({ base }: ComposedApp) => base.slice('/r/'.length, -1);

/** React keeps the HTML of the server where a component waits for ever. */
const never = new Promise<never>(() => undefined);

function LoadedComponent({ entry, props, isInHtml }: Pick<ShownComponentProps, 'entry' | 'props' | 'isInHtml'>) {
  const result = use(entry.result);
  // The HTML of a component whose code does not load stays as it is: to remove it would move the page.
  if (result.kind === 'failed' || (isInHtml && result.isPrevious)) return isInHtml ? use(never) : null;
  const Slot = result.slot.Slot as ComponentType<object>;
  return <Slot {...props} />;
}

/** A slot that shows nothing adds no gap to its container. A style sheet would be one more file for a page with slots. */
const outOfFlow = { position: 'absolute' } as const;

interface LateSlotProps {
  host: SlotHost;
  entry: SlotEntry;
  /** Until then a component appears together with its screen. Milliseconds of `performance.now`. */
  deadline: number;
  setIsShown: (isShown: boolean) => void;
}

/** The slot of a component that is not ready. It has no size, and waits until the window shows nothing that is after it. */
function LateSlot({ host, entry, deadline, setIsShown }: LateSlotProps) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { current: place } = marker;
    const show = () => startTransition(() => setIsShown(true));
    return place ? host.waitUntilBelow?.(place, entry.result, deadline, show) : undefined;
  }, [host, entry, deadline, setIsShown]);
  return <span ref={marker} style={outOfFlow} aria-hidden />;
}
