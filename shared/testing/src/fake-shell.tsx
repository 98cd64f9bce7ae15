import { LanguageContext, type PageLanguage } from '@shop/language/texts';
import { sourceLanguage } from '@shop/remote-contract/languages';
import type { LinkSlotName, RemoteSlot, SlotLinks, SlotName } from '@shop/remote-contract/slots';
import { HistoryRouter } from '@shop/router/history-router';
import type { AppHistory } from '@shop/router/router';
import { type Slots, SlotsContext } from '@shop/slots/slot';
import type { AppStore } from '@shop/store/create-app-store';
import { Component, type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Provider } from 'react-redux';
import { DetachedEmotionCache } from './detached-emotion-cache';

/** What other remotes add to the screen under test. */
export interface FakeSlots {
  /** One component for a slot. Its `load` runs first. It is left out when `load` rejects, and when it throws. */
  components?: { readonly [Name in SlotName]?: RemoteSlot<Name> };
  /** Links that other remotes add, in their order. */
  links?: SlotLinks;
}

export interface FakeShellProps extends FakeSlots {
  store: AppStore;
  history: AppHistory;
  /** Language of the page. Default: English. */
  language?: PageLanguage | undefined;
  children: ReactNode;
}

const english: PageLanguage = { code: sourceLanguage, catalog: {} };

/**
 * The shell of a test: the contexts that a remote gets at run time, which are the Redux store, the language, the router and the
 * slots.
 * `renderRoutes` and `renderSlot` use it. Use it directly for a component that needs more than they give.
 *
 * @example render(<FakeShell store={store} history={history} links={{ 'footer.links': [] }}><Navigation /></FakeShell>);
 */
export function FakeShell({ store, history, language = english, components, links, children }: FakeShellProps) {
  const slots = useMemo(() => createFakeSlots(store, { components, links }), [store, components, links]);
  return (
    <Provider store={store}>
      <DetachedEmotionCache>
        <LanguageContext value={language}>
          <SlotsContext value={slots}>
            <HistoryRouter history={history}>{children}</HistoryRouter>
          </SlotsContext>
        </LanguageContext>
      </DetachedEmotionCache>
    </Provider>
  );
}

function createFakeSlots(store: AppStore, { components = {}, links = {} }: FakeSlots): Slots {
  return {
    render: (name, props) => {
      const slot = components[name] as RemoteSlot<SlotName> | undefined;
      return slot && <SlotComponent slot={slot} props={props} store={store} />;
    },
    listLinks: (name: LinkSlotName) => [...(links[name] ?? [])].sort((a, b) => a.order - b.order),
  };
}

interface SlotComponentProps {
  slot: RemoteSlot<SlotName>;
  props: object;
  store: AppStore;
}

function SlotComponent({ slot, props, store }: SlotComponentProps) {
  const [isLoaded, setIsLoaded] = useState(!slot.load);
  const Slot = slot.Slot as ComponentType<object>;
  const key = JSON.stringify(props);
  useEffect(() => {
    let isGone = false;
    const show = () => !isGone && setIsLoaded(true);
    slot.load?.({ props: JSON.parse(key), dispatch: store.dispatch }).then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [slot, key, store]);
  return isLoaded ? (
    <NothingOnError>
      <Slot {...props} />
    </NothingOnError>
  ) : null;
}

/** Shows nothing in place of a component that throws, as the shell does. */
class NothingOnError extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
