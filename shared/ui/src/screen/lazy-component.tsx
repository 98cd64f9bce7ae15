import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { LoadFailure } from './load-failure';
import { networkAnsweredEvent, sectionFailedMark } from './recovery';

export interface LazyComponentProps<Props extends object> {
  /** Imports the component from a chunk of its own. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown until the component has loaded and rendered. A server renders it. */
  placeholder: ReactNode;
  /** Says that the component did not load, beside a button that loads it again. */
  failure: string;
}

/** Components that have loaded early, by their loader. */
const loaded = new WeakMap<object, unknown>();

/**
 * Reports an exception in the code of a component: telemetry counts it for the app in its stack, and the smoke test fails. The
 * error of a file that did not load has another name, or carries the URL of the file as `request`. The runtime wraps what a shared
 * module throws. Node has no `reportError`.
 */
function reportException(reason: unknown): void {
  const thrown = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason;
  if (!(thrown instanceof Error) || 'request' in thrown) return;
  if (/^(|Type|Reference|Range|Syntax)Error$/.test(thrown.name)) globalThis.reportError?.(thrown);
}

/**
 * Loads a component before a screen shows it. Each later mount then shows it at once. A failure shows where the component would be.
 * A server loads none: it renders the placeholder.
 *
 * @param load The loader that the screen passes to `LazyComponent`.
 */
export function preloadComponent(load: () => Promise<unknown>): void {
  if (typeof window === 'undefined') return;
  load().then((Component) => loaded.set(load, Component), reportException);
}

type State<Props> = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; Component: ComponentType<Props> };

/**
 * A part of a screen whose code loads after the screen, such as a form with its field library.
 *
 * @example
 * const loadForm = async () => (await import('./contact-form')).ContactForm;
 * <LazyComponent load={loadForm} props={{ onSend }} placeholder={<Skeleton />} failure="The form did not load." />
 */
export function LazyComponent<Props extends object>({ load, props, placeholder, failure }: LazyComponentProps<Props>) {
  const [state, setState] = useState<State<Props>>(() => {
    const known = loaded.get(load) as ComponentType<Props> | undefined;
    return known ? { kind: 'ready', Component: known } : { kind: 'loading' };
  });
  useEffect(() => {
    if (state.kind === 'ready') return;
    let isShown = true;
    const tryToLoad = () =>
      load().then(
        // A form may take a slow phone longer than a frame: a transition renders it in slices.
        (Component) => isShown && startTransition(() => setState({ kind: 'ready', Component })),
        (reason: unknown) => {
          reportException(reason);
          if (isShown) setState((last) => (last.kind === 'loading' ? { kind: 'failed' } : last));
        },
      );
    if (state.kind === 'loading') void tryToLoad();
    else {
      performance.mark?.(sectionFailedMark);
      window.addEventListener(networkAnsweredEvent, tryToLoad);
    }
    return () => {
      isShown = false;
      window.removeEventListener(networkAnsweredEvent, tryToLoad);
    };
  }, [load, state.kind]);
  switch (state.kind) {
    case 'loading':
      return placeholder;
    case 'failed':
      return <LoadFailure message={failure} onRetry={() => setState({ kind: 'loading' })} />;
    case 'ready':
      return <state.Component {...props} />;
  }
}
