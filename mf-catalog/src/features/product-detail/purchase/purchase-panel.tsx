import type { Product } from '@shop/api-contract/decoders/product';
import { offersChoice } from '@shop/api-contract/offers-choice';
import { createEarlyAdd, earlyChoices } from '@shop/cart/early-add';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, TextLink, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { isOnSale, Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Heart } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { SaleBadge } from '../../../product/sale-badge';
import * as styles from './purchase-panel.module.css';
import { getSwatch } from './swatches';
import { Terms } from './terms';
import { getSizeLabel, type Purchase } from './use-purchase';

interface PurchasePanelProps {
  product: Product;
  purchase: Purchase;
  /** The colour of the picture in view, where it is known. */
  shownColor: string | undefined;
  /** Receives the main 'Add to Cart' button. */
  mainButton: Ref<HTMLButtonElement>;
}

/** Shows name, price, options and the buttons of a product. */
export function PurchasePanel({ product, purchase, shownColor, mainButton }: PurchasePanelProps) {
  const t = useTexts();
  const { name, price, originalPrice, sizes, colors } = product;
  const { choice, choose, isColorReplaced, sizeError, sizePicker, chooseQuantity, addToCart } = purchase;
  const hasChosenColorImage = product.colorImages?.some(({ color }) => color === choice.color);
  const isOtherColorShown = choice.color !== undefined && shownColor !== undefined && !hasChosenColorImage;
  return (
    <div className={styles.panel} {...earlyChoices}>
      <div>
        <PageHeading>
          <span lang={t.dataLanguage}>{name}</span>
        </PageHeading>
        <div className={styles.priceRow}>
          <Price price={price} originalPrice={originalPrice} />
          {isOnSale(product) && <SaleBadge />}
        </div>
        <Typography variant="caption" component="p" tone="secondary">
          {t('Inclusive of all taxes')}
        </Typography>
      </div>
      <OtherPrices products={product.otherPrices ?? []} />
      <Terms />
      {sizes.length > 0 && (
        <OptionPicker
          ref={sizePicker}
          name="size"
          isRequired
          label={t(getSizeLabel(product))}
          options={sizes}
          chosen={choice.size}
          onChoose={(size) => choose({ size })}
          isSold={(size) => offersChoice(product, { size, color: choice.color })}
          error={sizeError}
        />
      )}
      {colors.length > 0 && (
        <OptionPicker
          name="color"
          label={t('Colour')}
          options={colors}
          chosen={choice.color}
          onChoose={(color) => choose({ color })}
          isSold={(color) => offersChoice(product, { size: choice.size, color })}
          getSwatch={getSwatch}
          note={
            (product.colorImages || product.soldChoices) &&
            (isColorReplaced ? (
              <p className={styles.note}>{t('This size does not come in the colour you chose.')}</p>
            ) : (
              isOtherColorShown && (
                <p key={shownColor} className={styles.note}>
                  {t.rich('Shown in <color>{name}</color>', {
                    name: shownColor,
                    color: (content) => <span lang={t.dataLanguage}>{content}</span>,
                  })}
                </p>
              )
            ))
          }
        />
      )}
      <noscript>
        {typeof window === 'undefined' && (
          <Typography>
            {t.rich(
              'To add this to your cart, please switch on JavaScript in your browser. Without it, you can <link>order by e-mail or phone</link>.',
              {
                link: (content) => (
                  <TextLink component={Link} to={urls.contact()} underline="always">
                    {content}
                  </TextLink>
                ),
              },
            )}
          </Typography>
        )}
      </noscript>
      <div className={styles.actions}>
        <QuantityStepper
          quantity={choice.quantity}
          onChange={chooseQuantity}
          label={t('Quantity of {product}', { product: name })}
        />
        <Button
          ref={mainButton}
          variant="contained"
          size="large"
          onClick={addToCart}
          // The page loader does not know which choices are sold.
          {...(!product.soldChoices && createEarlyAdd({ id: product.id, quantity: 1, opens: urls.cart() }))}
        >
          {t('Add to Cart')}
        </Button>
        {/* Inert by specification: the button does nothing and shows no toast. */}
        <Button color="inherit" size="large" title={t('Add to Wishlist')} startIcon={<Heart size={18} aria-hidden />}>
          {t('Add to Wishlist')}
        </Button>
      </div>
    </div>
  );
}

/** Links to the same goods at other prices, such as another size. Decision 0069. */
function OtherPrices({ products }: { products: NonNullable<Product['otherPrices']> }) {
  const t = useTexts();
  if (products.length === 0) return null;
  return (
    <nav aria-label={t('Other prices')}>
      <div className={styles.legend} aria-hidden>
        {t('Other prices')}
      </div>
      <ul className={`${styles.options} ${styles.others}`}>
        {products.map(({ id, name, price }) => (
          <li key={id}>
            <Link className={`${styles.option} ${styles.other}`} to={urls.product(id)}>
              <span lang={t.dataLanguage}>{name}</span> <Price price={price} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Swatch({ color }: { color: string | undefined }) {
  return color && <span className={styles.swatch} style={{ background: color }} aria-hidden />;
}

interface OptionPickerProps {
  /** Name of the radio buttons, see `createEarlyAdd`. */
  name: 'size' | 'color';
  /** Default: false. */
  isRequired?: boolean;
  /** Name of the group, such as 'Shoe Size'. */
  label: string;
  options: readonly string[];
  chosen: string | undefined;
  onChoose: (option: string) => void;
  /** Whether the option is sold with the choice of the other picker. It can be chosen in any case, see `Purchase.choose`. */
  isSold: (option: string) => boolean;
  /** Returns the CSS colour that an option shows. Default: no option shows one. */
  getSwatch?: (option: string) => string | undefined;
  /** Shows under the options. Screen readers announce its changes. */
  note?: ReactNode;
  /** Error message under the options. Empty without an error. */
  error?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Lets the shopper choose one of a few options: a radio group that looks like a row of chips. */
function OptionPicker({
  name,
  isRequired = false,
  label,
  options,
  chosen,
  onChoose,
  isSold,
  getSwatch,
  note,
  error = '',
  ref,
}: OptionPickerProps) {
  const t = useTexts();
  const errorId = useId();
  return (
    <div
      ref={ref}
      className={styles.picker}
      role="radiogroup"
      aria-label={label}
      aria-required={isRequired}
      aria-invalid={error !== ''}
      aria-describedby={error ? errorId : undefined}
    >
      <div className={styles.legend} aria-hidden>
        <span>{label}</span>
        {chosen !== undefined && <b lang={t.dataLanguage}>{chosen}</b>}
      </div>
      <div className={styles.options} lang={t.dataLanguage}>
        {options.map((option) => (
          <label key={option} className={styles.option} data-unsold={!isSold(option) || undefined}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              // A browser restores a choice after a reload without an event, and React keeps it when it hydrates.
              ref={(input) => {
                if (input?.checked && option !== chosen) onChoose(option);
              }}
            />
            <Swatch color={getSwatch?.(option)} />
            {option}
            {!isSold(option) && (
              <VisuallyHidden lang={t.dataLanguage && t.language}>
                {' '}
                ({t('not sold in this combination')})
              </VisuallyHidden>
            )}
          </label>
        ))}
      </div>
      {note !== undefined && <div role="status">{note}</div>}
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
