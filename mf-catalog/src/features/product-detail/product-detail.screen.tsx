import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Skeleton } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { DetailColumns, DetailFrame, ProductDetail } from './product-detail';
import * as styles from './product-detail-states.module.css';
import { useProductDetail } from './use-product-detail';

interface ProductDetailScreenProps {
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

const toProducts = (
  <Button component={Link} to={urls.productList()} variant="contained">
    Browse Products
  </Button>
);

interface ProductNotFoundProps {
  storeName: string | undefined;
}

/** Says that the product does not exist. Specification 2 "Product detail page"; Interpretation 30. */
function ProductNotFound({ storeName }: ProductNotFoundProps) {
  return (
    <>
      <DocumentHead title="Product Not Found" storeName={storeName} isPrivate />
      <NoticeScreen title="Product Not Found" actions={toProducts}>
        We couldn't find the product you're looking for. It may have been removed or is temporarily unavailable.
      </NoticeScreen>
    </>
  );
}

interface ProductDetailFailureProps extends ProductNotFoundProps {
  onRetry: () => void;
}

/** Says that the product failed to load. Specification 8 "Store and products". */
function ProductDetailFailure({ storeName, onRetry }: ProductDetailFailureProps) {
  return (
    <Container maxWidth="sm" className={styles.failure}>
      <DocumentHead title="Product" storeName={storeName} isPrivate />
      <PageHeading isHidden>Product</PageHeading>
      <LoadFailure message="Failed to load product details" onRetry={onRetry}>
        {toProducts}
      </LoadFailure>
    </Container>
  );
}

/** The placeholder of a product that loads. */
function ProductDetailSkeleton() {
  return (
    <DetailFrame>
      {/* A plain heading: it must not take the focus from `<main>`, where the heading of the product takes it from. */}
      <VisuallyHidden component="h1">Product</VisuallyHidden>
      <VisuallyHidden role="status">Loading product</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={88} height={44} />
        <DetailColumns>
          <Skeleton variant="rounded" className={styles.picture} />
          <div className={styles.text}>
            <Skeleton width="30%" />
            <Skeleton variant="rounded" width="80%" height={48} />
            <Skeleton width="25%" height={32} />
            <Skeleton variant="rounded" height={44} width="60%" />
            <Skeleton variant="rounded" height={48} />
            <Skeleton />
            <Skeleton />
            <Skeleton width="60%" />
          </div>
        </DetailColumns>
      </div>
    </DetailFrame>
  );
}
