import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * Creates a lazy component that can load again after a failure, such as a lost connection. `lazy` of React remembers the failure.
 *
 * @returns Gets the component: another one after a failure. Store it in a state outside of its `Suspense`. Otherwise React renders
 *   another one after each failure, and loads without end.
 */
export function createLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
): () => LazyExoticComponent<ComponentType<Props>> {
  const create = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        component = create();
        throw error;
      }
    });
  let component = create();
  return () => component;
}
