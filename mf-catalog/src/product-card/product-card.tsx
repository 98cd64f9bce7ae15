import type { Product } from '@shop/api-contract/decoders/product';
import { type ProductChoice, toCartLine } from '@shop/cart/cart-line';
import { createEarlyAdd } from '@shop/cart/early-add';
import { useCartActions } from '@shop/cart/use-cart';
import { text, useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, IconButton } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { isOnSale, Price } from '@shop/ui/price';
import { Eye, Heart, Info } from 'lucide-react';
import { useId } from 'react';
import { getCategoryLanguage, translateCategory } from '../category/category-name';
import { useOpen } from '../navigation/use-open';
import { describeMissingSize, getOnlyOption } from '../product/product-choice';
import { getMainPicture, productFallback } from '../product/product-picture';
import { SaleBadge } from '../product/sale-badge';
import * as styles from './product-card.module.css';

interface ProductCardProps {
  product: Product;
  /** Rendered widths of the picture, in the syntax of `<img sizes>`. */
  sizes: string;
  /** True for the largest picture of the page above the fold. */
  isPriority: boolean;
  /** True for a picture that loads when it comes near the window. */
  isLazy: boolean;
}

/** Shows a product in a grid. Specification 2 "Product card". */
export function ProductCard({ product, sizes, isPriority, isLazy }: ProductCardProps) {
  const t = useTexts();
  const nameId = useId();
  return (
    <article className={styles.card} aria-labelledby={nameId}>
      <Picture
        picture={getMainPicture(product)}
        alt=""
        fallback={productFallback}
        sizes={sizes}
        isPriority={isPriority}
        isLazy={isLazy}
      />
      {isOnSale(product) && (
        <div className={styles.corner}>
          <SaleBadge />
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.row}>
          <span className={styles.category} lang={getCategoryLanguage(t, product.category)}>
            {translateCategory(t, product.category, product.category)}
          </span>
          <StaticRating />
        </div>
        <h3 className={styles.name} id={nameId}>
          <Link className={styles.coveringLink} to={urls.product(product.id)} lang={t.dataLanguage}>
            {product.name}
          </Link>
        </h3>
        <Price price={product.price} originalPrice={product.originalPrice} />
      </div>
      <CardActions product={product} nameId={nameId} />
    </article>
  );
}

/** Buttons that the specification names without a behaviour. They do nothing and show no toast. */
const inertButtons = [
  { title: text('Add to Wishlist'), Icon: Heart },
  { title: text('Quick View'), Icon: Eye },
  { title: text('Product Details'), Icon: Info },
];

/** The buttons of a card, described by its name. Specification 2 "Product card"; Interpretation "Inert controls". */
function CardActions({ product, nameId }: { product: Product; nameId: string }) {
  const t = useTexts();
  const { addToCart, choice } = useAddFromCard(product);
  return (
    <div className={styles.overlay}>
      <Button
        className={styles.add}
        variant="contained"
        aria-describedby={nameId}
        onClick={addToCart}
        {...(choice && createEarlyAdd({ id: product.id, ...choice }))}
      >
        {t('Add to Cart')}
      </Button>
      {inertButtons.map(({ title, Icon }) => (
        <IconButton
          key={title}
          className={styles.inert}
          title={t(title)}
          aria-label={t(title)}
          aria-describedby={nameId}
        >
          <Icon size={18} aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}

/**
 * Returns the click handler of 'Add to Cart' on a card, and the choice that it adds: one piece, with size and colour where the
 * product has one only. With several sizes the choice is null: the click shows a toast and opens the product page. A colour is
 * never required.
 *
 * @see Specification 2 "Product card"; Interpretation 22
 */
function useAddFromCard(product: Product): { addToCart: () => void; choice: ProductChoice | null } {
  const t = useTexts();
  const { add } = useCartActions();
  const notify = useNotify();
  const open = useOpen();
  const { sizes, colors } = product;
  const choice = sizes.length > 1 ? null : { size: getOnlyOption(sizes), color: getOnlyOption(colors), quantity: 1 };
  const addToCart = () => {
    if (choice) return add(toCartLine(product, choice));
    notify(describeMissingSize(t));
    open(urls.product(product.id));
  };
  return { addToCart, choice };
}

/** Every product has the same rating. It is decoration and never part of structured data. Specification 9. */
const rating = '4.8';

/** Shows the rating of a card: a number on screen and one label in the accessibility tree. */
function StaticRating() {
  const t = useTexts();
  return (
    <span className={styles.rating} role="img" aria-label={t('Rated {rating} out of 5', { rating })}>
      <b>★</b>
      <span>{rating}</span>
    </span>
  );
}
