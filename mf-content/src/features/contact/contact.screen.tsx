import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import * as styles from './contact.module.css';
import { ContactDetails } from './contact-details';
import { LazyContactForm } from './lazy-contact-form';
import { useContact } from './use-contact';

/** Shows the contact details and the contact form. Specification 2 "Contact" and 4. */
export function ContactScreen() {
  const { info } = useStoreInfo();
  const contact = useContact();
  return (
    <Container maxWidth="lg" className={styles.page}>
      <DocumentHead
        title="Contact"
        storeName={info?.storeName}
        canonical={urls.contact()}
        image={info?.companyLogoUrl}
        description="Write to us, call us or visit us. A person answers your questions about products, orders and deliveries."
      />
      <div className={styles.columns}>
        <div>
          <PageHeading>Contact us</PageHeading>
          <Typography tone="secondary" className={styles.introduction}>
            Do you have a question about a product, an order or a delivery? Write or call us. A person answers.
          </Typography>
          <ContactDetails contact={contact} />
        </div>
        <LazyContactForm onSend={contact.send} />
      </div>
    </Container>
  );
}
