import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, type ButtonProps, Container, Skeleton } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { useForgetViewedProduct } from '../../recently-viewed/recently-viewed';
import { DetailColumns, DetailFrame, ProductDetail } from './product-detail';
import * as styles from './product-detail-states.module.css';
import { useProductDetail } from './use-product-detail';

function ProductsButton({ variant }: Pick<ButtonProps, 'variant'>) {
  const t = useTexts();
  return (
    <Button component={Link} to={urls.productList()} variant={variant}>
      {t('Browse Products')}
    </Button>
  );
}

/**
 * Shows one product and its purchase panel, or that it does not exist or failed to load. Specification 2 "Product detail
 * page" and 8 "Store and products"; Interpretation 30.
 *
 * @param id Product id. Empty when the URL has none.
 */
export function ProductDetailScreen({ id }: { id: string }) {
  const t = useTexts();
  const state = useProductDetail(id);
  switch (state.kind) {
    case 'loading':
      return (
        <>
          <DocumentHead title={t('Product')} canonical={urls.product(id)} />
          <ProductDetailSkeleton />
        </>
      );
    case 'missing':
      return <MissingProduct id={id} />;
    case 'failed':
      return (
        <Container maxWidth="sm" className={styles.failure}>
          <DocumentHead title={t('Product')} isPrivate />
          <PageHeading isHidden>{t('Product')}</PageHeading>
          <LoadFailure message={t('Failed to load product details')} onRetry={state.retry}>
            <ProductsButton variant="text" />
          </LoadFailure>
        </Container>
      );
    case 'ready':
      // The key resets size, colour and quantity when the product changes.
      return <ProductDetail key={state.product.id} product={state.product} />;
  }
}

function MissingProduct({ id }: { id: string }) {
  const t = useTexts();
  useForgetViewedProduct(id);
  return (
    <>
      <DocumentHead title={t('Product Not Found')} isPrivate />
      <NoticeScreen title={t('Product Not Found')} actions={<ProductsButton variant="contained" />}>
        {t("We couldn't find the product you're looking for. It may have been removed or is temporarily unavailable.")}
      </NoticeScreen>
    </>
  );
}

/** The placeholder of a product that loads. */
function ProductDetailSkeleton() {
  const t = useTexts();
  return (
    <DetailFrame>
      {/* A plain heading: it must not take the focus from `<main>`, where the heading of the product takes it from. */}
      <VisuallyHidden component="h1">{t('Product')}</VisuallyHidden>
      <VisuallyHidden role="status">{t('Loading product')}</VisuallyHidden>
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
