import { useTexts } from '@shop/language/texts';
import { Button, Container, Typography } from '@shop/ui/core';
import { useId } from 'react';
import * as styles from './newsletter.module.css';
import { useNewsletter } from './use-newsletter';

/**
 * The form that subscribes to the newsletter. Its field is a plain input: the forms tier costs too many bytes for one input on
 * the first page of a visit. Specification 2 "Home page", 4 and 5 "Newsletter".
 */
export function Newsletter() {
  const t = useTexts();
  const { error, submit, clearError } = useNewsletter();
  const titleId = useId();
  const fieldId = useId();
  const errorId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="sm">
        <Typography variant="h2" id={titleId}>
          {t('Letters from the kitchen')}
        </Typography>
        <Typography tone="secondary" className={styles.text}>
          {t('New pieces, care notes and a recipe now and then.')}
        </Typography>
        <noscript>
          {typeof window === 'undefined' && (
            <Typography>{t('To subscribe, please switch on JavaScript in your browser.')}</Typography>
          )}
        </noscript>
        {/* The method "dialog" sends nothing. Without scripts, any other method would write the address into the URL. */}
        <form className={styles.form} method="dialog" noValidate aria-labelledby={titleId} onSubmit={submit}>
          <label className={styles.label} htmlFor={fieldId}>
            {t('Email')}
          </label>
          <div className={styles.row}>
            <input
              className={styles.field}
              id={fieldId}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              required
              aria-invalid={error !== ''}
              aria-describedby={errorId}
              onInput={clearError}
            />
            <Button type="submit" variant="contained" size="large">
              {t('Subscribe')}
            </Button>
          </div>
          <p className={styles.error} id={errorId} role="alert">
            {t(error)}
          </p>
        </form>
      </Container>
    </section>
  );
}
