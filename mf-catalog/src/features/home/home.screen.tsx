import { urls } from '@shop/remote-contract/urls';
import { useSettings } from '@shop/settings/use-settings';
import { Slot } from '@shop/slots/slot';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { DocumentHead } from '@shop/ui/document-head';
import { StructuredData } from '@shop/ui/structured-data';
import { heroImage } from '../../pictures/shop-images';
import { RecentlyViewed } from '../../recently-viewed/recently-viewed';
import { createOrganizationJsonLd, createWebSiteJsonLd } from '../../structured-data/shop-json-ld';
import { CategorySection } from './category-section';
import { FeaturedProducts } from './featured-products';
import { Hero, headline } from './hero';
import { InfoBlock } from './info-block';
import { Newsletter } from './newsletter';
import { Testimonials } from './testimonials';

/**
 * Shows six sections in a fixed order. Each section handles its own loading and error states. Products that the shopper
 * viewed before follow below. Specification 2 "Home page".
 */
export function HomeScreen() {
  const { info } = useStoreInfo();
  const { publicUrl } = useSettings();
  return (
    <>
      <DocumentHead
        title={headline}
        storeName={info?.storeName}
        description={info?.description}
        canonical={urls.home()}
        image={info?.companyLogoUrl || heroImage.landscape.url}
      />
      {info && <StructuredData data={createOrganizationJsonLd(info, publicUrl)} />}
      {info && <StructuredData data={createWebSiteJsonLd(info, publicUrl)} />}
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
