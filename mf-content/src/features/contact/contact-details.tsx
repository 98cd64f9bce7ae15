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
  // The padding makes the link a target of 44 px, and the margin keeps the height of the row.
  '& a': { display: 'inline-block', paddingBlock: 10, marginBlock: -10 },
});

/** Shows e-mail, phone, hours and address. Details that store information does not have are left out. */
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
  const placeholder = isLoading && <Skeleton width="70%" />;
  return (
    <List aria-busy={isLoading}>
      <Entry icon={Mail} term="Email">
        {placeholder || (companyEmail && <MuiLink href={`mailto:${companyEmail}`}>{companyEmail}</MuiLink>)}
      </Entry>
      <Entry icon={Phone} term="Phone">
        {placeholder ||
          (companyPhone && <MuiLink href={`tel:${companyPhone.replace(/\s/g, '')}`}>{companyPhone}</MuiLink>)}
      </Entry>
      <Entry icon={Clock} term="Hours">
        {supportHours}
      </Entry>
      <Entry icon={MapPin} term="Address">
        {placeholder || companyAddress}
      </Entry>
    </List>
  );
}

interface EntryProps {
  icon: LucideIcon;
  term: string;
  /** The entry is left out when this is empty. */
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
