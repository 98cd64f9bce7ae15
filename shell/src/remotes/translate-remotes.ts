import { type Catalog, LanguageContext } from '@shop/language/texts';
import type { ComposedApp, RemoteVersion } from '@shop/remote-contract/composition';
import { getTextsFile } from '@shop/remote-contract/languages';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { SlotLoader, SlotName } from '@shop/remote-contract/slots';
import { type ComponentType, createElement, useContext, useMemo } from 'react';

/** Gives the catalogue of a part of an app: of a screen, of a slot, or of the shell. It never rejects: without one, texts are English. */
export type LoadCatalog = (app: ComposedApp, part: string) => Promise<Catalog>;

/**
 * Creates the loader of catalogues of a page.
 *
 * @param language Language of the page. English has no catalogue.
 * @param read Reads a catalogue by its URL.
 */
export const createCatalogLoader =
  (language: string, read: (url: string) => Promise<Catalog>): LoadCatalog =>
  async ({ base, languages }, part) =>
    languages?.includes(language) ? read(base + getTextsFile(part, language)).catch(() => ({})) : {};

/** Gives a component the catalogue of its part besides the one of the page. */
function withCatalog<Props extends object>(Component: ComponentType<Props>, catalog: Catalog): ComponentType<Props> {
  return function Translated(props) {
    const page = useContext(LanguageContext);
    const language = useMemo(() => ({ ...page, catalog: { ...page.catalog, ...catalog } }), [page]);
    return createElement(LanguageContext, { value: language }, createElement(Component, props));
  };
}

/**
 * Loads the catalogue of each screen and slot of a remote together with its code, on the server and in the browser. A remote does
 * not know of it.
 *
 * @returns The module, whose components have their texts in the language of the page.
 * @see docs/decisions/0067
 */
export function translateRemote(
  { routes, slots = {} }: RemoteModule,
  remote: RemoteVersion,
  loadCatalog: LoadCatalog,
): RemoteModule {
  return {
    routes: Object.fromEntries(
      Object.entries(routes).map(([id, loadScreen]) => [
        id,
        async () => {
          const [{ screen }, catalog] = await Promise.all([loadScreen(), loadCatalog(remote, id)]);
          const { Screen, Placeholder } = screen;
          const translated = { ...screen, Screen: withCatalog(Screen, catalog) };
          return {
            screen: Placeholder ? { ...translated, Placeholder: withCatalog(Placeholder, catalog) } : translated,
          };
        },
      ]),
    ),
    slots: Object.fromEntries(
      Object.entries(slots as Record<string, SlotLoader<SlotName>>).map(([name, loadSlot]) => [
        name,
        async () => {
          const [{ slot }, catalog] = await Promise.all([loadSlot(), loadCatalog(remote, name)]);
          return { slot: { ...slot, Slot: withCatalog(slot.Slot, catalog) } };
        },
      ]),
    ),
  };
}
