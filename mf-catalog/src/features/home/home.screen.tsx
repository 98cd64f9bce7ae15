import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSettings } from '@shop/settings/use-settings';
import { Slot } from '@shop/slots/slot';
import { kitchenCategories } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { StructuredData } from '@shop/ui/structured-data';
import { useId } from 'react';
import { CategoryLinks } from '../../category/category-links';
import { CategoryTiles } from '../../category/category-tiles';
import { getPolicyDays } from '../../product/policy-days';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import { RecentlyViewed } from '../../recently-viewed/recently-viewed';
import { createOrganizationJsonLd, createWebSiteJsonLd } from '../../structured-data/site-json-ld';
import { Hero, headline } from './hero';
import * as styles from './home.module.css';
import { Newsletter } from './newsletter';
import { Section } from './section';
import { useFeaturedProducts } from './use-featured-products';

/**
 * Shows six sections in a fixed order. Each section handles its own loading and error states. Products that the shopper
 * viewed before follow below. Specification 2 "Home page".
 */
export function HomeScreen() {
  const t = useTexts();
  const { info } = useStoreInfo();
  const { publicUrl } = useSettings();
  return (
    <>
      <DocumentHead title={t(headline)} canonical={urls.home()} />
      {info && <StructuredData data={typeof window === 'undefined' ? createOrganizationJsonLd(info, publicUrl) : {}} />}
      {info && <StructuredData data={typeof window === 'undefined' ? createWebSiteJsonLd(info, publicUrl, t) : {}} />}
      <Hero />
      <CategorySection />
      <FeaturedProducts />
      <InfoBlock />
      <Newsletter />
      <Testimonials />
      <Slot name="home.section" props={{}} />
      <RecentlyViewed />
    </>
  );
}

/** Shows the first categories of store information, or the three kitchen categories, and links to all others. Specification 2 "Home page". */
function CategorySection() {
  const t = useTexts();
  return (
    <Section title={t('Premium Kitchen Essentials')}>
      <CategoryTiles defaults={kitchenCategories} />
      <CategoryLinks title={t('More categories')} isBelowTiles />
    </Section>
  );
}

const benefits: { title: string; detail: string; policy?: 'return' }[] = [
  {
    title: text('Made for daily use'),
    detail: text('Materials that take heat, steel wool and years, and look better for it.'),
  },
  { title: text('Free shipping'), detail: text('On every order.') },
  {
    title: text('Easy returns'),
    detail: text('Within seven days of receipt, in the original packaging.'),
    policy: 'return',
  },
];

/** Shows reasons to buy here. It links the policy of a reason whose days are not known. Specification 2 "Home page": info block. */
function InfoBlock() {
  const t = useTexts();
  const { info } = useStoreInfo();
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <div className={styles.columns}>
          <div>
            <Typography variant="h2" id={titleId}>
              {t('Fewer things, better made')}
            </Typography>
            <Typography tone="secondary" className={styles.text}>
              {t(
                'A good kitchen needs less than you think. We look for pieces that do their work well, can be looked after, and are worth handing on.',
              )}
            </Typography>
            <Button component={Link} to={urls.productList()} variant="outlined" size="large">
              {t('Explore Products')}
            </Button>
          </div>
          <ul className={styles.benefits}>
            {benefits.map(({ title, detail, policy }) => (
              <li key={title}>
                <Typography variant="h3">{t(title)}</Typography>
                <Typography tone="secondary" className={styles.benefit}>
                  {policy && !getPolicyDays(policy, info) ? (
                    <Link to={urls.policy(policy)}>{t('Return and Cancellation Policy')}</Link>
                  ) : (
                    t(detail)
                  )}
                </Typography>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </section>
  );
}

const testimonials = [
  {
    quote: text('I reach for this kadhai before anything else. It has fed three generations at our table already.'),
    customer: text('Meera Krishnan, Chennai'),
  },
  {
    quote: text('Beautifully packed, and exactly as pictured. The jars made me tidy the whole pantry in one evening.'),
    customer: text('Arjun Mehta, Pune'),
  },
  {
    quote: text('You feel the weight and the finish the moment you lift it. My mother asked where I had found it.'),
    customer: text('Farah Siddiqui, Lucknow'),
  },
];

/** Shows three testimonials of customers. Specification 2 "Home page". */
function Testimonials() {
  const t = useTexts();
  const titleId = useId();
  return (
    <section className={styles.testimonialsSection} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Typography variant="h2" id={titleId}>
          {t('What our customers say')}
        </Typography>
        <ul className={styles.quotes}>
          {testimonials.map(({ quote, customer }) => (
            <li key={customer}>
              <figure className={styles.quote}>
                <Typography variant="h3" component="blockquote" className={styles.words}>
                  {t(quote)}
                </Typography>
                <figcaption className={styles.customer}>{t(customer)}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}

/** Skeleton cards while the products load. Specification 9. */
const skeletonCards = 4;

/** Shows products of the first category of store information. Specification 2 and 4 "Featured products". */
function FeaturedProducts() {
  const t = useTexts();
  const state = useFeaturedProducts();
  const viewAll = (
    <Button component={Link} to={urls.productList()} className={styles.viewAll}>
      {t('View All')}
    </Button>
  );
  return (
    <Section title={t('Featured Products')} aside={viewAll}>
      {state.kind === 'loading' && <ProductGridSkeleton count={skeletonCards} columns={4} />}
      {state.kind === 'empty' && (
        <Typography tone="secondary" className={styles.empty}>
          {t('No featured products available at the moment.')}
        </Typography>
      )}
      {state.kind === 'ready' && <ProductGrid products={state.products} columns={4} />}
    </Section>
  );
}
