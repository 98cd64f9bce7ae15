import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Box, Container, styled, Typography } from '@shop/ui/core';
import { useShopName } from '../shop-info/use-shop-identity';

interface FooterLink {
  name: string;
  to: string;
}

/** Specification 2 "Footer". */
const help: FooterLink[] = [
  { name: 'Terms', to: urls.policy('terms') },
  { name: 'Privacy', to: urls.policy('privacy') },
  { name: 'Refund', to: urls.policy('refund') },
  { name: 'Return', to: urls.policy('return') },
  { name: 'Shipping', to: urls.policy('shipping') },
  { name: 'About', to: urls.policy('about') },
  { name: 'Contact', to: urls.contact() },
];
const company: FooterLink[] = [
  { name: 'My Account', to: urls.account() },
  { name: 'My Orders', to: urls.orders() },
  { name: 'Track Order', to: urls.trackOrder() },
];
const categories: FooterLink[] = [
  { name: 'Cookware', to: urls.productList({ category: 'cookware' }) },
  { name: 'Kitchen Storage', to: urls.productList({ category: 'kitchen-storage' }) },
  { name: 'Kitchen Tools', to: urls.productList({ category: 'kitchen-tools' }) },
  { name: 'All Products', to: urls.productList() },
];

/** Social links of a shop whose store information names none. */
const defaultSocialLinks: Record<string, string> = {
  instagram: 'https://www.instagram.com',
  facebook: 'https://www.facebook.com',
  twitter: 'https://twitter.com',
};
const socialNames = { instagram: 'Instagram', facebook: 'Facebook', twitter: 'Twitter' };

const Root = styled('footer')(({ theme }) => ({
  marginTop: theme.spacing(10),
  padding: theme.spacing(8, 0, 4),
  background: theme.vars.palette.background.sunken,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.9375rem',
  overflowWrap: 'anywhere',
  '@media print': { display: 'none' },
}));

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5, 4),
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '2fr 1fr 1fr 1fr' },
}));

const anchorStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  minWidth: 44,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
};
const Anchor = styled(Link)(anchorStyle);
const ExternalAnchor = styled('a')(anchorStyle);

/** Company details, links and the copyright line. Specification 2 "Footer". */
export function Footer() {
  const { info } = useStoreInfo();
  const storeName = useShopName();
  const social = info && Object.keys(info.socialLinks).length > 0 ? info.socialLinks : defaultSocialLinks;
  return (
    <Root>
      <Container maxWidth="xl">
        <Columns>
          <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
            <Typography variant="h3" component="p">
              {storeName}
            </Typography>
            <Typography variant="body2" sx={{ mt: 1.5, maxWidth: '44ch', color: 'text.secondary' }}>
              {info?.description}
            </Typography>
            <Typography
              component="address"
              variant="body2"
              sx={{ mt: 2, fontStyle: 'normal', color: 'text.secondary' }}
            >
              {info?.companyName && <div>{info.companyName}</div>}
              {info?.companyAddress && <div>{info.companyAddress}</div>}
              {info?.companyPhone && (
                <ExternalAnchor href={`tel:${info.companyPhone.replace(/\s/g, '')}`}>
                  {info.companyPhone}
                </ExternalAnchor>
              )}
              {info?.companyEmail && (
                <div>
                  <ExternalAnchor href={`mailto:${info.companyEmail}`}>{info.companyEmail}</ExternalAnchor>
                </div>
              )}
            </Typography>
          </Box>
          <LinkColumn title="Help" links={help} />
          <LinkColumn title="Company" links={company} />
          <LinkColumn title="Categories" label="Product categories" links={categories} />
        </Columns>
        <Box
          sx={{
            mt: 6,
            display: 'flex',
            flexWrap: 'wrap',
            gap: 3,
            justifyContent: 'space-between',
            alignItems: 'center',
          }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            © {[new Date().getFullYear(), info?.companyName || storeName].filter(Boolean).join(' ')}. All rights
            reserved.
          </Typography>
          <Box
            component="ul"
            aria-label="Social networks"
            sx={{ display: 'flex', gap: 3, m: 0, p: 0, listStyle: 'none' }}
          >
            {Object.entries(socialNames).map(([network, name]) => {
              const href = social[network];
              return href ? (
                <li key={network}>
                  <ExternalAnchor href={href} rel="noopener noreferrer" target="_blank">
                    {name}
                  </ExternalAnchor>
                </li>
              ) : null;
            })}
          </Box>
        </Box>
      </Container>
    </Root>
  );
}

interface LinkColumnProps {
  title: string;
  /** Name of the landmark, when another landmark of the page has the title as its name. */
  label?: string;
  links: FooterLink[];
}

function LinkColumn({ title, label = title, links }: LinkColumnProps) {
  return (
    <nav aria-label={label}>
      <Typography variant="overline" component="h2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
        {links.map(({ name, to }) => (
          <li key={to}>
            <Anchor to={to}>{name}</Anchor>
          </li>
        ))}
      </Box>
    </nav>
  );
}
