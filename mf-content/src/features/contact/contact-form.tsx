import { readEmail } from '@shop/api-contract/typed-text';
import { FormTextField, object, resetSaved, ShopForm, string, useFormikContext } from '@shop/forms/form';
import { text, useTexts } from '@shop/language/texts';
import { useSignOutCount } from '@shop/session/use-sign-out-count';
import { Button, Typography } from '@shop/ui/core';
import { useLayoutEffect, useRef } from 'react';
import * as styles from './contact.module.css';
import { blankMessage, type ContactMessage, readContactDraft, writeContactDraft } from './contact-draft';

/** Four required fields, one of them an e-mail address. Specification 5 "Contact form". */
const schema = object({
  name: string().trim().required(text('Please enter your name')),
  email: string()
    .trim()
    .transform((value: string) => readEmail(value) ?? value)
    .required(text('Please enter your email'))
    .email(text('Please enter a valid email address')),
  subject: string().trim().required(text('Please enter a subject')),
  message: string().trim().required(text('Please enter a message')),
});

/** Fills the form with what the shopper typed before a reload or Back. The fields are still blank after a reset. */
function RestoredDraft() {
  const { setValues } = useFormikContext<ContactMessage>();
  // A layout effect runs before the browser paints, and before the form reports its blank values as a change.
  useLayoutEffect(() => void setValues(readContactDraft(), false), [setValues]);
  return null;
}

/**
 * The contact form. It clears its fields after `onSend`, except those with new text. Until then, the typed text survives a reload and
 * Back.
 */
export function ContactForm({ onSend }: { onSend: () => Promise<void> }) {
  const t = useTexts();
  const typed = useRef(blankMessage);
  return (
    <div>
      <Typography variant="h2" className={styles.formHeading}>
        {t('Send us a message')}
      </Typography>
      <ShopForm
        // A sign-out empties the form, as it deletes the draft.
        key={useSignOutCount()}
        label={t('Contact form')}
        initialValues={blankMessage}
        schema={schema}
        onChange={(message) => {
          typed.current = message;
          writeContactDraft(message);
        }}
        onSave={async (_message, { reset }) => {
          const sent = typed.current;
          await onSend();
          // The form may have left the page.
          writeContactDraft(resetSaved(readContactDraft(), sent, blankMessage));
          reset();
        }}
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
            <RestoredDraft />
            <FormTextField name="name" label={t('Name')} autoComplete="name" autoCapitalize="words" isRequired />
            <FormTextField
              name="email"
              label={t('Email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              isRequired
            />
            <FormTextField name="subject" label={t('Subject')} isRequired />
            <FormTextField name="message" label={t('Message')} multiline minRows={6} isRequired />
            <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
              {isSubmitting ? t('Sending...') : t('Send Message')}
            </Button>
          </div>
        )}
      </ShopForm>
    </div>
  );
}
