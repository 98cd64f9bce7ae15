import type { Product } from '@shop/api-contract/decoders/product';
import { type Texts, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useLocation, useNavigate, useNavigationType } from '@shop/router/router';
import { useSettings } from '@shop/settings/use-settings';
import { Slot } from '@shop/slots/slot';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { StructuredData } from '@shop/ui/structured-data';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Breadcrumbs } from '../../breadcrumbs/breadcrumbs';
import { getCategoryLanguage, translateCategory } from '../../category/category-name';
import { RecentlyViewed, useRecordViewedProduct } from '../../recently-viewed/recently-viewed';
import type { Breadcrumb } from '../../structured-data/breadcrumb-json-ld';
import { createProductJsonLd } from '../../structured-data/product-json-ld';
import { isTranslatedLabel } from './detail-labels';
import { Gallery, getPictures } from './gallery/gallery';
import { usePictureRow } from './gallery/use-picture-row';
import { humanizeKey } from './humanize-key';
import * as styles from './product-detail.module.css';
import { BuyBar, useIsInView } from './purchase/buy-bar';
import { PurchasePanel } from './purchase/purchase-panel';
import { getShownColor } from './purchase/swatches';
import { usePurchase } from './purchase/use-purchase';
import { RelatedProducts } from './related-products';
import { ShareButton } from './share-button';

/** Shows the pictures, options and details of one product. Specification 2 "Product detail page". */
export function ProductDetail({ product }: { product: Product }) {
  const t = useTexts();
  const { name, description, image, price, originalPrice } = product;
  const { publicUrl } = useSettings();
  const { info } = useStoreInfo();
  useRecordViewedProduct(product);
  const pictures = getPictures(product);
  const pictureRow = usePictureRow();
  const showColor = (color: string) => {
    const shown = product.colorImages?.find((image) => image.color === color);
    const index = pictures.findIndex(({ url }) => url === shown?.url);
    if (index >= 0) pictureRow.show(index);
  };
  const purchase = usePurchase(product, showColor);
  const goBack = useGoBack();
  const mainButton = useRef<HTMLButtonElement>(null);
  const isMainButtonInView = useIsInView(mainButton);
  return (
    <>
      <DocumentHead
        kind="product"
        title={name}
        description={description}
        canonical={urls.product(product.id)}
        image={image}
      />
      <StructuredData
        data={typeof window === 'undefined' ? createProductJsonLd(product, publicUrl, info, t.language) : {}}
      />
      <div className={styles.page}>
        <DetailFrame>
          <div className={styles.path}>
            <Button
              color="inherit"
              size="small"
              className={styles.back}
              startIcon={<ArrowLeft size={18} aria-hidden />}
              onClick={goBack}
            >
              {t('Back')}
            </Button>
            <Breadcrumbs items={listBreadcrumbs(product, t)} />
            <ShareButton product={product} />
          </div>
          <DetailColumns>
            <Gallery
              product={product}
              pictures={pictures}
              pictureRow={pictureRow}
              hasShownCard={useNavigationType() === 'PUSH'}
            />
            <div>
              <PurchasePanel
                product={product}
                purchase={purchase}
                shownColor={getShownColor(product, pictures[pictureRow.index]?.url)}
                mainButton={mainButton}
              />
              <ProductFacts product={product} />
            </div>
          </DetailColumns>
        </DetailFrame>
        <Slot name="product.below" props={{ productId: product.id }} />
        <RelatedProducts product={product} />
        <RecentlyViewed except={product.id} />
        <BuyBar price={price} originalPrice={originalPrice} isHidden={isMainButtonInView} onAdd={purchase.addToCart} />
      </div>
    </>
  );
}

function listBreadcrumbs({ id, name, category }: Product, t: Texts): Breadcrumb[] {
  const list = {
    name: translateCategory(t, category, category),
    isData: getCategoryLanguage(t, category) !== undefined,
    path: urls.productList({ category: category.toLowerCase() }),
  };
  return [...(category ? [list] : []), { name, path: urls.product(id), isData: true }];
}

/** The frame of the product page and of its skeleton. */
export function DetailFrame({ children }: { children: ReactNode }) {
  return (
    <Container maxWidth="xl" className={styles.frame}>
      {children}
    </Container>
  );
}

/** The columns of the product page. */
export function DetailColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** Characters of the id that the page shows. Specification 9. */
const shownIdLength = 8;

/** Shows the description, the details and the id of a product. */
function ProductFacts({ product: { id, description, details = [] } }: { product: Product }) {
  const t = useTexts();
  return (
    <div className={styles.facts}>
      {description && (
        <section>
          <Typography variant="h3" component="h2" className={styles.title}>
            {t('Description')}
          </Typography>
          <p className={styles.text} lang={t.dataLanguage}>
            {description}
          </p>
        </section>
      )}
      {details.length > 0 && (
        <section>
          <Typography variant="h3" component="h2" className={styles.title}>
            {t('Details')}
          </Typography>
          <dl className={styles.details}>
            {details.map(({ key, value }) => (
              <div key={key}>
                <DetailLabel label={humanizeKey(key)} />
                <dd lang={t.dataLanguage}>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Typography variant="caption" component="p" tone="secondary">
        {t('Product ID: {id}', { id: id.slice(0, shownIdLength) })}
      </Typography>
    </div>
  );
}

function DetailLabel({ label }: { label: string }) {
  const t = useTexts();
  return isTranslatedLabel(label) ? <dt>{t(label)}</dt> : <dt lang={t.dataLanguage}>{label}</dt>;
}

/** Key of the history entry that a document load creates. The router does not know the entries before it. */
const documentEntryKey = 'default';

/**
 * Returns whether the history entry before this document is a page of the shop. That is so after a link that loads the
 * document again, for example when a tab reloads because a new composition is live. `history.length` also counts later entries: it
 * is asked in a browser without the Navigation API only.
 */
const isPreviousEntryInShop = () =>
  window.navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));

/** Returns a function that goes back to the previous page of the shop, or to the product list when there is none. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    const canGoBack = key !== documentEntryKey || isPreviousEntryInShop();
    if (canGoBack) navigate(-1);
    else navigate(urls.productList());
  };
}
