import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { DocumentHead } from '@shop/ui/document-head';
import { ProductDetail } from './product-detail';
import { ProductDetailFailure, ProductNotFound } from './product-detail-notices';
import { ProductDetailSkeleton } from './product-detail-skeleton';
import { useProductDetail } from './use-product-detail';

export interface ProductDetailScreenProps {
  /** Product id. Empty when the URL has none. */
  id: string;
}

/** Shows one product and its purchase panel. Specification 2 "Product detail page". */
export function ProductDetailScreen({ id }: ProductDetailScreenProps) {
  const storeName = useStoreInfo().info?.storeName;
  const state = useProductDetail(id);
  switch (state.kind) {
    case 'loading':
      return (
        <>
          <DocumentHead title="Product" storeName={storeName} canonical={urls.product(id)} />
          <ProductDetailSkeleton />
        </>
      );
    case 'missing':
      return <ProductNotFound storeName={storeName} />;
    case 'failed':
      return <ProductDetailFailure storeName={storeName} onRetry={state.retry} />;
    case 'ready':
      // The key resets size, colour and quantity when the product changes.
      return <ProductDetail key={state.product.id} product={state.product} storeName={storeName} />;
  }
}
