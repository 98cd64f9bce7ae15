import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { useSettings } from '@shop/settings/use-settings';
import { Slot } from '@shop/slots/slot';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { StructuredData } from '@shop/ui/structured-data';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { RecentlyViewed } from '../../recently-viewed/recently-viewed';
import { useRecordViewedProduct } from '../../recently-viewed/use-viewed-products';
import { type Breadcrumb, createBreadcrumbJsonLd } from '../../structured-data/breadcrumb-json-ld';
import { createProductJsonLd } from '../../structured-data/product-json-ld';
import { DetailColumns, DetailFrame } from './detail-layout';
import { Gallery } from './gallery';
import * as styles from './product-detail.module.css';
import { ProductFacts } from './product-facts';
import { BuyBar } from './purchase/buy-bar';
import { PurchasePanel } from './purchase/purchase-panel';
import { useIsInView } from './purchase/use-is-in-view';
import { usePurchase } from './purchase/use-purchase';
import { useGoBack } from './use-go-back';

export interface ProductDetailProps {
  product: Product;
  storeName: string | undefined;
}

/** Shows the pictures, options and details of one product. Specification 2 "Product detail page". */
export function ProductDetail({ product, storeName }: ProductDetailProps) {
  const { name, description, image, price, originalPrice } = product;
  const { publicUrl } = useSettings();
  const { info } = useStoreInfo();
  useRecordViewedProduct(product);
  const purchase = usePurchase(product);
  const goBack = useGoBack();
  const mainButton = useRef<HTMLButtonElement>(null);
  const isMainButtonInView = useIsInView(mainButton);
  return (
    <>
      <DocumentHead
        kind="product"
        title={name}
        storeName={storeName}
        description={description}
        canonical={urls.product(product.id)}
        image={image}
      />
      <StructuredData data={createProductJsonLd(product, publicUrl, info)} />
      <StructuredData data={createBreadcrumbJsonLd(listBreadcrumbs(product), publicUrl)} />
      <div className={styles.page}>
        <DetailFrame>
          <Button
            color="inherit"
            size="small"
            className={styles.back}
            startIcon={<ArrowLeft size={18} aria-hidden />}
            onClick={goBack}
          >
            Back
          </Button>
          <DetailColumns>
            <Gallery product={product} />
            <div>
              <PurchasePanel product={product} purchase={purchase} mainButton={mainButton} />
              <ProductFacts product={product} />
            </div>
          </DetailColumns>
        </DetailFrame>
        <Slot name="product.below" props={{ productId: product.id }} />
        <RecentlyViewed except={product.id} />
        <BuyBar price={price} originalPrice={originalPrice} isHidden={isMainButtonInView} onAdd={purchase.addToCart} />
      </div>
    </>
  );
}

function listBreadcrumbs({ id, name, category }: Product): Breadcrumb[] {
  const list = { name: category, path: urls.productList({ category: category.toLowerCase() }) };
  return [...(category ? [list] : []), { name, path: urls.product(id) }];
}
