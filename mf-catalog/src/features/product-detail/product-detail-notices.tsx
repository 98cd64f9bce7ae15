import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PageHeading } from '@shop/ui/page-heading';
import * as styles from './product-detail-notices.module.css';

const toProducts = (
  <Button component={Link} to={urls.productList()} variant="contained">
    Browse Products
  </Button>
);

export interface ProductNotFoundProps {
  storeName: string | undefined;
}

/** Says that the product does not exist. Specification 2 "Product detail page"; Interpretation 30. */
export function ProductNotFound({ storeName }: ProductNotFoundProps) {
  return (
    <>
      <DocumentHead title="Product Not Found" storeName={storeName} isPrivate />
      <NoticeScreen title="Product Not Found" actions={toProducts}>
        We couldn't find the product you're looking for. It may have been removed or is temporarily unavailable.
      </NoticeScreen>
    </>
  );
}

export interface ProductDetailFailureProps extends ProductNotFoundProps {
  onRetry: () => void;
}

/** Says that the product failed to load. Specification 8 "Store and products". */
export function ProductDetailFailure({ storeName, onRetry }: ProductDetailFailureProps) {
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
