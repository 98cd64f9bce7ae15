import { MuiLink, Skeleton, styled } from '@shop/ui/core';
import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { StoreInfoFailure } from './store-info-failure';
import type { ContactState } from './use-contact';

/** Specification 2 "Contact". */
const supportHours = 'Monday to Saturday, 10AM - 6PM';

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  columnGap: theme.spacing(2),
  paddingBlock: theme.spacing(2.5),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& svg': { gridRow: '1 / span 2', marginTop: 2, color: theme.vars.palette.primary.main },
}));
const Term = styled('dt')(({ theme }) => ({ fontSize: '0.875rem', color: theme.vars.palette.text.secondary }));
const Detail = styled('dd')({
  margin: 0,
  fontWeight: 500,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  // A target of 44 pixels that takes no more room than its text.
  '& a': { display: 'inline-block', paddingBlock: 10, marginBlock: -10 },
});

/** E-mail, phone, hours and address. What the store leaves out is left out here. */
export function ContactDetails({ contact }: { contact: ContactState }) {
  if (contact.kind === 'failed') {
    return (
      <>
        <StoreInfoFailure onRetry={contact.retry} />
        <List>
          <Entry icon={Clock} term="Hours">
            {supportHours}
          </Entry>
        </List>
      </>
    );
  }
  const isLoading = contact.kind === 'loading';
  const { companyEmail = '', companyPhone = '', companyAddress = '' } = isLoading ? {} : contact.info;
  const waiting = isLoading && <Skeleton width="70%" />;
  return (
    <List aria-busy={isLoading}>
      <Entry icon={Mail} term="Email">
        {waiting || (companyEmail && <MuiLink href={`mailto:${companyEmail}`}>{companyEmail}</MuiLink>)}
      </Entry>
      <Entry icon={Phone} term="Phone">
        {waiting || (companyPhone && <MuiLink href={`tel:${companyPhone.replace(/\s/g, '')}`}>{companyPhone}</MuiLink>)}
      </Entry>
      <Entry icon={Clock} term="Hours">
        {supportHours}
      </Entry>
      <Entry icon={MapPin} term="Address">
        {waiting || companyAddress}
      </Entry>
    </List>
  );
}

interface EntryProps {
  icon: LucideIcon;
  term: string;
  /** Without it the entry does not show. */
  children: ReactNode;
}

function Entry({ icon: Icon, term, children }: EntryProps) {
  if (!children) return null;
  return (
    <Row>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <Term>{term}</Term>
      <Detail>{children}</Detail>
    </Row>
  );
}
