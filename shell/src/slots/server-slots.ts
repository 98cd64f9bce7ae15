import type { AppDispatch } from '@shop/api-client/app-state';
import type { Composition } from '@shop/remote-contract/composition';
import type { PageResources, SlotFailure } from '@shop/remote-contract/shell-build';
import type { LoadSlot } from '@shop/remote-contract/slots';
import type { AppStore } from '@shop/store/create-app-store';
import { withTimeout } from '../base/with-timeout';
import { createSettledEntry } from '../remotes/screen-registry';
import {
  createOwnerList,
  getEntryKey,
  getSlotKey,
  loadRemoteSlot,
  type SlotEntry,
  type SlotHost,
  type SlotOwner,
} from './slot-host';

/** Milliseconds that a page waits for one component. Its gateway waits a second for all data of a page. */
const timeoutMs = 150;

export interface ServerSlotsOptions {
  composition: Composition;
  store: AppStore;
  loadRemote: PageResources['loadRemote'];
}

/** A component in a render, with the props of its slot. */
export interface RenderedSlot {
  owner: SlotOwner;
  props: object;
  entry: SlotEntry;
}

/** The slots of a page that the server renders. */
export interface ServerSlots {
  host: SlotHost;
  loadSlot: LoadSlot;
  /** True for a request that only components of slots have sent: its failure leaves them out, and the page is complete without them. */
  ownsQuery: (cacheKey: string) => boolean;
  /** Begins a render of the page. The loaded components for which it gives false are left out. */
  startRender: (isIncluded: (owner: SlotOwner) => boolean) => void;
  /** Lists the components in the HTML of the last render. */
  listRendered: () => RenderedSlot[];
  /** Records a component that is left out. */
  reportFailure: (owner: SlotOwner, reason: unknown) => void;
  failures: readonly SlotFailure[];
}

/**
 * Creates the slots of a page on the server. The page contains the components that its screen has loaded with `loadSlot` in time;
 * the others are left out.
 */
export function createServerSlots({ composition, store, loadRemote }: ServerSlotsOptions): ServerSlots {
  const listOwners = createOwnerList(composition);
  const loaded = new Map<string, SlotEntry>();
  const queries = new Set<string>();
  const failures: SlotFailure[] = [];
  let isIncluded: (owner: SlotOwner) => boolean = () => true;
  let rendered = new Map<string, RenderedSlot>();

  const reportFailure = (owner: SlotOwner, reason: unknown) => {
    const { name: app, version } = owner.remote;
    failures.push({
      app,
      version,
      slot: owner.name,
      reason: reason instanceof Error ? reason.message : String(reason),
    });
  };

  /** Dispatches like the store, and records the requests. */
  const dispatch = ((action: Parameters<AppStore['dispatch']>[0]) => {
    const sent = store.dispatch(action);
    const cacheKey = typeof sent === 'object' && sent !== null && 'queryCacheKey' in sent ? sent.queryCacheKey : null;
    if (typeof cacheKey === 'string') queries.add(cacheKey);
    return sent;
  }) as AppDispatch;

  const load = async (owner: SlotOwner, props: object): Promise<void> => {
    const { slot } = await loadRemoteSlot(owner, loadRemote(owner.remote.name));
    await slot.load?.({ props: props as never, dispatch });
    loaded.set(getEntryKey(owner, props), createSettledEntry({ kind: 'ready', slot, isPrevious: false }));
  };

  const loadInTime = async (owner: SlotOwner, props: object): Promise<void> => {
    const fail = () => {
      throw new Error(`it did not load within ${timeoutMs} ms`);
    };
    await withTimeout(load(owner, props), timeoutMs, fail).catch((reason) => reportFailure(owner, reason));
  };

  const open = (owner: SlotOwner, props: object): SlotEntry => {
    const entry = isIncluded(owner) ? loaded.get(getEntryKey(owner, props)) : undefined;
    if (entry) rendered.set(getSlotKey(owner), { owner, props, entry });
    return entry ?? createSettledEntry({ kind: 'failed', reason: new Error('The screen has not loaded this slot') });
  };

  const host: SlotHost = {
    listOwners,
    open,
    isInHtml: (owner, props) => isIncluded(owner) && loaded.has(getEntryKey(owner, props)),
    onError: reportFailure,
  };
  const loadSlot: LoadSlot = async (name, props) => {
    await Promise.all(listOwners(name).map((owner) => loadInTime(owner, props)));
  };

  return {
    host,
    loadSlot,
    ownsQuery: (cacheKey) => queries.has(cacheKey),
    startRender: (next) => {
      isIncluded = next;
      rendered = new Map();
    },
    listRendered: () => [...rendered.values()],
    reportFailure,
    failures,
  };
}
