import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { DocumentHead } from '@shop/ui/document-head';
import { ProductDetail } from './product-detail';
import { ProductDetailFailure, ProductNotFound } from './product-detail-notices';
import { ProductDetailSkeleton } from './product-detail-skeleton';
import { useProductDetail } from './use-product-detail';

export interface ProductDetailScreenProps {
  /** Product id; empty when the address has none. */
  id: string;
}

/** One product and its buying. Specification 2 "Product detail page". */
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
      // Another product starts anew: size, colour and quantity were chosen for the last one.
      return <ProductDetail key={state.product.id} product={state.product} storeName={storeName} />;
  }
}
