import { text, useTexts } from '@shop/language/texts';
import type { SlotLink } from '@shop/remote-contract/slots';
import { type PolicySlug, policySlugs, urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSlotLinks } from '@shop/slots/slot';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container, Typography } from '@shop/ui/core';
import { memo } from 'react';
import { useShopName } from '../base/shop-identity';
import * as styles from './footer.module.css';
import { LanguageLinks } from './language-links';

/** Specification 2 "Footer". */
const policyNames: Record<PolicySlug, string> = {
  terms: text('Terms'),
  privacy: text('Privacy'),
  refund: text('Refund'),
  return: text('Return'),
  shipping: text('Shipping'),
  about: text('About'),
};
const help = [
  ...policySlugs.map((slug) => ({ text: policyNames[slug], to: urls.policy(slug) })),
  { text: text('Contact'), to: urls.contact() },
];
const company = [
  { text: text('My Account'), to: urls.account() },
  { text: text('My Orders'), to: urls.orders() },
  { text: text('Track Order'), to: urls.trackOrder() },
];
const categories = [
  { text: text('Cookware'), to: urls.productList({ category: 'cookware' }) },
  { text: text('Kitchen Storage'), to: urls.productList({ category: 'kitchen-storage' }) },
  { text: text('Kitchen Tools'), to: urls.productList({ category: 'kitchen-tools' }) },
  { text: text('All Products'), to: urls.productList() },
];

/** Social links of a shop whose store information has none of them. */
const defaultSocialLinks: Record<string, string> = {
  instagram: 'https://www.instagram.com',
  facebook: 'https://www.facebook.com',
  twitter: 'https://twitter.com',
};
const socialNames = { instagram: 'Instagram', facebook: 'Facebook', twitter: 'Twitter' };

/** Company details, links and the copyright line. A navigation does not render it again. Specification 2 "Footer". */
export const Footer = memo(function Footer() {
  const t = useTexts();
  const { info } = useStoreInfo();
  const storeName = useShopName();
  // The copyright line adds a full stop: a name such as `Tamra Home Pvt. Ltd.` ends with one.
  const owner = (info?.companyName || storeName).replace(/\.$/, '');
  const own = info?.socialLinks;
  const social = own && Object.keys(socialNames).some((network) => own[network]) ? own : defaultSocialLinks;
  return (
    <footer className={styles.footer}>
      <Container maxWidth="xl">
        <div className={styles.columns}>
          <div className={styles.company} lang={t.dataLanguage}>
            <Typography variant="h3" component="p">
              {storeName}
            </Typography>
            <Typography variant="body2" tone="secondary" className={styles.description}>
              {info?.description}
            </Typography>
            <Typography component="address" variant="body2" tone="secondary" className={styles.address}>
              {info?.companyName && <div>{info.companyName}</div>}
              {info?.companyAddress && <div>{info.companyAddress}</div>}
              {info?.companyPhone && (
                <a className={styles.anchor} href={`tel:${info.companyPhone.replace(/\s/g, '')}`}>
                  {info.companyPhone}
                </a>
              )}
              {info?.companyEmail && (
                <div>
                  <a className={styles.anchor} href={`mailto:${info.companyEmail}`}>
                    {info.companyEmail}
                  </a>
                </div>
              )}
            </Typography>
          </div>
          <LinkColumn title={t('Help')} links={help} />
          <LinkColumn title={t('Company')} links={[...company, ...useSlotLinks('footer.links')]} />
          <LinkColumn title={t('Categories')} label={t('Product categories')} links={categories} />
        </div>
        <div className={styles.bottom}>
          {/* At the turn of a year, the server and the device can be in different years. */}
          <Typography variant="body2" tone="secondary" suppressHydrationWarning>
            {t('© {owner}. All rights reserved.', {
              owner: [new Date().getFullYear(), owner].filter(Boolean).join(' '),
            })}
          </Typography>
          <LanguageLinks className={styles.anchor} />
          <ul aria-label={t('Social networks')} className={styles.networks}>
            {Object.entries(socialNames).map(([network, name]) => {
              const href = social[network];
              return href ? (
                <li key={network}>
                  <a className={styles.anchor} href={href} rel="noopener noreferrer" target="_blank">
                    {name}
                  </a>
                </li>
              ) : null;
            })}
          </ul>
        </div>
      </Container>
    </footer>
  );
});

interface LinkColumnProps {
  title: string;
  /** Name of the landmark, when another landmark of the page has the title as its name. */
  label?: string;
  links: readonly Pick<SlotLink, 'text' | 'to'>[];
}

/** Links under a heading. On phones the heading is a disclosure, which also works without scripts. */
function LinkColumn({ title, label = title, links }: LinkColumnProps) {
  const t = useTexts();
  return (
    <nav aria-label={label}>
      <Typography variant="overline" component="h2" tone="secondary" className={styles.title}>
        {title}
      </Typography>
      <details className={styles.group}>
        <summary className={styles.summary}>{title}</summary>
        <ul className={styles.links}>
          {links.map(({ text, to }) => (
            <li key={to}>
              <Link className={styles.anchor} to={to}>
                {t(text)}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
