import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LoadFailure } from './load-failure';
import { networkAnsweredEvent, sectionFailedMark } from './recovery';

export interface LazyComponentProps<Props extends object> {
  /** Imports the component from a chunk of its own. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown until the component has loaded. A server renders it. */
  placeholder: ReactNode;
  /** Says that the component did not load, beside a button that loads it again. */
  failure: string;
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
  const [state, setState] = useState<State<Props>>({ kind: 'loading' });
  useEffect(() => {
    if (state.kind === 'ready') return;
    let isShown = true;
    const tryToLoad = () =>
      load().then(
        (Component) => isShown && setState({ kind: 'ready', Component }),
        () => isShown && setState((last) => (last.kind === 'loading' ? { kind: 'failed' } : last)),
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
