import { text, useTexts } from '@shop/language/texts';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Skeleton, TextLink } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './contact-details.module.css';

/** Specification 2 "Contact". */
const supportHours = text('Monday to Saturday, 10AM - 6PM');

/** Shows e-mail, phone, hours and address. Details that store information does not have are left out. */
export function ContactDetails() {
  const t = useTexts();
  const contact = useStoreInfo();
  if (contact.kind === 'failed') {
    return (
      <>
        <LoadFailure
          message={t('Failed to load store information. Please refresh the page.')}
          onRetry={contact.retry}
        />
        <dl className={styles.list}>
          <Entry icon={Clock} term={t('Hours')}>
            {t(supportHours)}
          </Entry>
        </dl>
      </>
    );
  }
  const isLoading = contact.kind === 'loading';
  const { companyEmail = '', companyPhone = '', companyAddress = '' } = isLoading ? {} : contact.info;
  const placeholder = isLoading && <Skeleton width="70%" />;
  return (
    <dl className={styles.list} aria-busy={isLoading}>
      <Entry icon={Mail} term={t('Email')}>
        {placeholder || (companyEmail && <TextLink href={`mailto:${companyEmail}`}>{companyEmail}</TextLink>)}
      </Entry>
      <Entry icon={Phone} term={t('Phone')}>
        {placeholder ||
          (companyPhone && <TextLink href={`tel:${companyPhone.replace(/\s/g, '')}`}>{companyPhone}</TextLink>)}
      </Entry>
      <Entry icon={Clock} term={t('Hours')}>
        {t(supportHours)}
      </Entry>
      <Entry icon={MapPin} term={t('Address')} lang={t.dataLanguage}>
        {placeholder || companyAddress}
      </Entry>
    </dl>
  );
}

interface EntryProps {
  icon: LucideIcon;
  term: string;
  /** Language of the detail, when it is not that of the page. */
  lang?: string | undefined;
  /** The entry is left out when this is empty. */
  children: ReactNode;
}

function Entry({ icon: Icon, term, lang, children }: EntryProps) {
  if (!children) return null;
  return (
    <div className={styles.row}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.detail} lang={lang}>
        {children}
      </dd>
    </div>
  );
}
