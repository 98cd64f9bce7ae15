import { readEmail } from '@shop/api-contract/typed-text';
import { FormTextField, object, ShopForm, string } from '@shop/forms/form';
import { text, useTexts } from '@shop/language/texts';
import { Button, Typography } from '@shop/ui/core';
import * as styles from './contact.module.css';

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

const blank = { name: '', email: '', subject: '', message: '' };

/** The contact form. It clears its fields after `onSend`. */
export function ContactForm({ onSend }: { onSend: () => Promise<void> }) {
  const t = useTexts();
  return (
    <div>
      <Typography variant="h2" className={styles.formHeading}>
        {t('Send us a message')}
      </Typography>
      <ShopForm
        label={t('Contact form')}
        initialValues={blank}
        schema={schema}
        onSave={async (_message, { reset }) => {
          await onSend();
          reset();
        }}
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
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
