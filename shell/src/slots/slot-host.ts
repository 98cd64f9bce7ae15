import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import { compareSlotPositions, type LoadSlot, type RemoteSlot, type SlotName } from '@shop/remote-contract/slots';
import type { AppStore } from '@shop/store/create-app-store';
import type { FirstInput } from '../base/first-input';
import { createLoadEntry, type LoadEntry, type LoadResult, type ScreenRegistry } from '../remotes/screen-registry';

/** A remote and the slot that it fills. */
export interface SlotOwner {
  remote: ComposedRemote;
  name: SlotName;
}

/** See `waitUntilBelow` in late-slot.ts. */
export type WaitUntilBelow = (
  place: Element,
  result: SlotEntry['result'],
  deadline: number,
  show: () => void,
) => () => void;

/** A component of a slot, ready when its code and the data of its first view have loaded. */
export type SlotEntry = LoadEntry<SlotResult>;

type LoadedSlot = { slot: RemoteSlot<SlotName> };
type SlotResult = LoadResult<LoadedSlot>;

/** The slots of one page, on the server and in the browser. */
export interface SlotHost {
  /** Lists the remotes that fill a slot, in their order. */
  listOwners: (name: SlotName) => readonly SlotOwner[];
  /** Returns the entry of a component for the props of its slot, and starts loading it on the first call. */
  open: (owner: SlotOwner, props: object) => SlotEntry;
  /** True for a component that is in the HTML of the server. */
  isInHtml: (owner: SlotOwner, props: object) => boolean;
  /** In the browser, a component that is not in the HTML loads at the first input. Absent on the server. */
  firstInput?: FirstInput | undefined;
  /** Waits until a late component moves nothing in view. Absent on the server. */
  waitUntilBelow?: WaitUntilBelow;
  /** Receives a component that throws while it renders. */
  onError: (owner: SlotOwner, reason: unknown) => void;
}

/** Milliseconds for which a loaded component can be shown at once. Redux removes data that no component uses after this time. */
const maxAgeMs = 60_000;

/** Identifies a component of a slot in a document. */
export const getSlotKey = ({ remote, name }: SlotOwner): string => `${remote.name} ${name}`;

/** Identifies a component with the props of its slot. */
export const getEntryKey = (owner: SlotOwner, props: object): string => `${getSlotKey(owner)} ${JSON.stringify(props)}`;

/** Creates the list of the components of each slot, in their order. */
export function createOwnerList({ remotes }: Composition): SlotHost['listOwners'] {
  const owners = remotes
    .flatMap((remote) => (remote.slots ?? []).map(({ name, order }) => ({ remote, name, order, app: remote.name })))
    .sort(compareSlotPositions);
  return (wanted) => owners.filter(({ name }) => name === wanted) as readonly SlotOwner[];
}

/** Creates the `loadSlot` of screens: it loads every component of a slot. */
export const createLoadSlot =
  ({ listOwners, open }: SlotHost): LoadSlot =>
  async (name, props) => {
    await Promise.all(listOwners(name).map((owner) => open(owner, props).result));
  };

/**
 * Loads a slot from the module of its remote, on the server and in the browser.
 *
 * @throws when the remote does not expose the slot, or when its code fails.
 */
export async function loadRemoteSlot({ remote, name }: SlotOwner, { slots }: RemoteModule): Promise<LoadedSlot> {
  const loader = slots?.[name];
  if (!loader) throw new Error(`${remote.name} ${remote.version} exposes no slot "${name}"`);
  return { slot: (await loader()).slot as LoadedSlot['slot'] };
}

export interface SlotHostOptions {
  composition: Composition;
  screens: ScreenRegistry;
  store: AppStore;
  /** Keys of the components in the HTML of the server. */
  inHtml?: readonly string[] | undefined;
  firstInput?: FirstInput | undefined;
  waitUntilBelow: WaitUntilBelow;
  /** Receives a component whose `load` fails. The registry reports code that does not load, and React what a component throws. */
  onLoadFailure: (remote: ComposedRemote) => void;
}

/**
 * Creates the slots of a page in the browser. A component loads like a screen: from the same registry, with the same hashes,
 * timeout and fallback version. It is ready when its `load` has finished too.
 *
 * @see docs/decisions/0038
 */
export function createSlotHost({
  composition,
  screens,
  store,
  inHtml = [],
  firstInput,
  waitUntilBelow,
  onLoadFailure,
}: SlotHostOptions): SlotHost {
  const entries = new Map<string, { entry: SlotEntry; expiresAt: number }>();

  const load = async (owner: SlotOwner, props: object): Promise<SlotResult> => {
    const result = await screens.load('slot', owner.remote, (module) => loadRemoteSlot(owner, module));
    if (result.kind === 'failed') {
      logFailure(owner, result.reason);
      return result;
    }
    try {
      await result.slot.load?.({ props: props as never, dispatch: store.dispatch });
      return result;
    } catch (reason) {
      logFailure(owner, reason);
      onLoadFailure(owner.remote);
      return { kind: 'failed', reason };
    }
  };

  return {
    listOwners: createOwnerList(composition),
    open: (owner, props) => {
      const key = getEntryKey(owner, props);
      const known = entries.get(key);
      if (known && known.expiresAt > Date.now()) return known.entry;
      const entry = createLoadEntry(load(owner, props));
      const added = { entry, expiresAt: Number.POSITIVE_INFINITY };
      entries.set(key, added);
      // A failed component is loaded again by the next screen that has its slot.
      void entry.result.then(({ kind }) => {
        added.expiresAt = kind === 'ready' ? Date.now() + maxAgeMs : 0;
      });
      return entry;
    },
    isInHtml: (owner) => inHtml.includes(getSlotKey(owner)),
    firstInput,
    waitUntilBelow,
    onError: logFailure,
  };
}

const logFailure = ({ remote, name }: SlotOwner, reason: unknown) =>
  console.error(`${remote.name} ${remote.version} does not fill ${name}:`, reason);
