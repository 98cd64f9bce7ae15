import { Skeleton, Typography } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { type ComponentType, useEffect, useState } from 'react';
import * as styles from './contact.module.css';
import type { ContactFormProps } from './contact-form';

type FormState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; Form: ComponentType<ContactFormProps> };

/**
 * The contact form, with its field library in a chunk of its own. The contact details do not wait for it. A server renders the
 * placeholder.
 */
export function LazyContactForm(props: ContactFormProps) {
  const [state, setState] = useState<FormState>({ kind: 'loading' });
  useEffect(() => {
    if (state.kind !== 'loading') return;
    let isShown = true;
    import(/* webpackChunkName: "contact-form" */ './contact-form').then(
      ({ ContactForm }) => isShown && setState({ kind: 'ready', Form: ContactForm }),
      () => isShown && setState({ kind: 'failed' }),
    );
    return () => {
      isShown = false;
    };
  }, [state.kind]);
  switch (state.kind) {
    case 'loading':
      return (
        <>
          <noscript>
            <Typography>
              The contact form needs JavaScript. You can switch it on in your browser, write an e-mail or call us.
            </Typography>
          </noscript>
          <Skeleton variant="rounded" className={styles.formPlaceholder} aria-hidden />
        </>
      );
    case 'failed':
      return <LoadFailure message="The contact form did not load." onRetry={() => setState({ kind: 'loading' })} />;
    case 'ready':
      return <state.Form {...props} />;
  }
}
