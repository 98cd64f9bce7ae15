import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LazyComponent } from '@shop/ui/lazy-component';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import * as styles from './contact.module.css';
import { ContactDetails } from './contact-details';
import { useSendMessage } from './use-send-message';

/** The form is a chunk of its own, with the field library. The contact details do not wait for it. */
const loadContactForm = async () => (await import(/* webpackChunkName: "contact-form" */ './contact-form')).ContactForm;

/** Placeholder of the form. */
function FormPlaceholder() {
  const t = useTexts();
  return (
    <>
      <noscript>
        {typeof window === 'undefined' && (
          <Typography>
            {t('The contact form needs JavaScript. You can switch it on in your browser, write an e-mail or call us.')}
          </Typography>
        )}
      </noscript>
      <Skeleton variant="rounded" className={styles.formPlaceholder} aria-hidden />
    </>
  );
}

/** Shows the contact details and the contact form. Specification 2 "Contact" and 4. */
export function ContactScreen() {
  const t = useTexts();
  const send = useSendMessage();
  return (
    <Page>
      <DocumentHead
        title={t('Contact')}
        canonical={urls.contact()}
        description={t(
          'Write to us, call us or visit us. A person answers your questions about products, orders and deliveries.',
        )}
      />
      <div className={styles.columns}>
        <div>
          <PageHeading>{t('Contact us')}</PageHeading>
          <Typography tone="secondary" className={styles.introduction}>
            {t('Do you have a question about a product, an order or a delivery? Write or call us. A person answers.')}
          </Typography>
          <ContactDetails />
        </div>
        <LazyComponent
          load={loadContactForm}
          props={{ onSend: send }}
          placeholder={<FormPlaceholder />}
          failure={t('The contact form did not load.')}
        />
      </div>
    </Page>
  );
}
