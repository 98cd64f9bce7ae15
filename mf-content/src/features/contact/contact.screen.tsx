import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container, styled, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { ContactDetails } from './contact-details';
import { ContactForm } from './contact-form';
import { useContact } from './use-contact';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(6),
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)', gap: theme.spacing(10) },
}));

/** Shows the contact details and the contact form. Specification 2 "Contact" and 4. */
export function ContactScreen() {
  const { info } = useStoreInfo();
  const contact = useContact();
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 5, md: 9 } }}>
      <DocumentHead
        title="Contact"
        storeName={info?.storeName}
        canonical={urls.contact()}
        description="Write to us, call us or visit us. A person answers your questions about products, orders and deliveries."
      />
      <Columns>
        <div>
          <PageHeading>Contact us</PageHeading>
          <Typography sx={{ mt: 2, mb: { xs: 3, md: 5 }, maxWidth: '44ch', color: 'text.secondary' }}>
            Do you have a question about a product, an order or a delivery? Write or call us. A person answers.
          </Typography>
          <ContactDetails contact={contact} />
        </div>
        <ContactForm onSend={contact.send} />
      </Columns>
    </Container>
  );
}
