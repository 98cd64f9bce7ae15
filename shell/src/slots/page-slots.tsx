import type { Composition } from '@shop/remote-contract/composition';
import { compareSlotPositions, type LoadSlot, type SlotName } from '@shop/remote-contract/slots';
import type { Slots } from '@shop/slots/slot';
import { memo, type ReactNode, Suspense, use, useState } from 'react';
import { useIsHydrated } from '../base/device-state';
import type { LoadEntry } from '../remotes/screen-registry';

/** A place that a screen renders, with the moment of its first render in milliseconds of `performance.now`. */
export interface Place {
  name: SlotName;
  props: object;
  since: number;
}

/** The code that loads and shows fillers. A page loads it only when its composition has fillers. */
export interface SlotCode {
  /** Renders the fillers of a place. */
  renderFillers: (place: Place) => ReactNode;
  loadSlot: LoadSlot;
}

/** The code of slots, loading or loaded. Null in a page whose composition has no fillers, and when the code does not load. */
export type SlotCodeEntry = LoadEntry<SlotCode | null>;

const hasFillers = ({ remotes }: Composition) => remotes.some(({ slots }) => slots?.length);

/**
 * Starts loading the code of slots when the composition has fillers. A first failure is tried again, because Chromium answers a
 * request from its preload even when the preload failed.
 *
 * @param onFailure Called when the code does not load. The page then shows no fillers.
 */
export async function loadSlotCode(
  composition: Composition,
  load: () => Promise<SlotCode>,
  onFailure: (reason: unknown) => void,
): Promise<SlotCode | null> {
  if (!hasFillers(composition)) return null;
  return load()
    .catch(load)
    .catch((reason: unknown) => {
      onFailure(reason);
      return null;
    });
}

/** Creates the `loadSlot` of screens: it loads every filler of a slot. */
export const createLoadSlot =
  ({ result }: SlotCodeEntry): LoadSlot =>
  async (name, props) =>
    (await result)?.loadSlot(name, props);

/** Creates what the places of a page show: nothing without fillers, so that the markup has no trace of slots. */
export function createSlots({ remotes }: Composition, code: SlotCodeEntry): Slots {
  const links = remotes
    .flatMap(({ name: app, links: added = [] }) => added.map((link) => ({ ...link, app })))
    .sort(compareSlotPositions);
  return {
    render: (name, props) =>
      remotes.some(({ slots }) => slots?.some((slot) => slot.name === name)) && (
        <FilledPlace code={code} name={name} props={props} />
      ),
    listLinks: (name) => links.filter(({ slot }) => slot === name),
  };
}

interface FilledPlaceProps extends Omit<Place, 'since'> {
  code: SlotCodeEntry;
}

/** An update that reaches the boundary before its code is there would remove the HTML of the server, so it takes none. */
const FilledPlace = memo(
  (place: FilledPlaceProps) => {
    const [since] = useState(() => performance.now());
    return (
      <Suspense>
        <LoadedPlace {...place} since={since} />
      </Suspense>
    );
  },
  (before, after) => JSON.stringify(before.props) === JSON.stringify(after.props),
);

/** React keeps the HTML of the server where a component waits for ever. */
export const never = new Promise<never>(() => undefined);

function LoadedPlace({ code, ...place }: FilledPlaceProps & Place) {
  const isHydrated = useIsHydrated();
  const loaded = use(code.result);
  // The HTML of the server stays as it is when its code does not load: to remove it would move the page.
  if (!loaded) return isHydrated ? null : use(never);
  return loaded.renderFillers(place);
}
