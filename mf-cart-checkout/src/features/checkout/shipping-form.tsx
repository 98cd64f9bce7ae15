import { AddressFields } from '@shop/forms/address-fields';
import { ShopForm, submitOnEnter, tooLong, useSecondRender } from '@shop/forms/form';
import { type ShippingAddress, shippingSchema } from '@shop/forms/shipping-address';
import { useTexts } from '@shop/language/texts';
import { Checkbox, FormControlLabel } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { type AddressDoubt, findAddressDoubts } from './address-doubts';
import * as styles from './checkout.module.css';
import { AddressQuestion, RecentOrderQuestion } from './checkout-questions';
import type { ReadyCheckout } from './use-checkout';
import { usePinSuggestion } from './use-pin-suggestion';

/** The shipping address and the Place Order button. Specification 2, 3 and 5 "Checkout". */
export function ShippingForm({ state }: { state: ReadyCheckout }) {
  const t = useTexts();
  const { cart, draft, isPlacing, isAddressKept, keepAddress, saveDraft, rejectForm, placeOrder } = state;
  const { recentOrder, payRecentOrder, dismissRecentOrder } = state;
  const isCartEmpty = cart.lines.length === 0;
  const hasAll = useSecondRender();
  const [doubts, setDoubts] = useState<AddressDoubt[] | null>(null);
  /** Questions that the shopper has answered with "Send anyway". */
  const answered = useRef('');
  /** True when the submit places another order beside `recentOrder`. It ends with each submit. */
  const isFurther = useRef(false);
  const change = useCallback(
    (address: ShippingAddress) => {
      setDoubts(null);
      dismissRecentOrder();
      isFurther.current = false;
      saveDraft(address);
    },
    [dismissRecentOrder, saveDraft],
  );
  const save = async (address: ShippingAddress) => {
    const isAnother = isFurther.current;
    const found = isCartEmpty ? [] : await findAddressDoubts(address, t);
    const isDoubted = found.length > 0 && JSON.stringify(found) !== answered.current;
    if (isDoubted) setDoubts(found);
    else await placeOrder(address, isAnother);
    // The form has ignored a second tap on "Place another order": the next submit is not about it, unless it answers these doubts.
    isFurther.current = isDoubted && isAnother;
  };
  /**
   * A submit validates and sends the address on screen: the shopper may have changed it since the question was asked. The submit
   * button takes the focus, because the question disappears.
   */
  const submit = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    form?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus();
    form?.requestSubmit();
  };
  return (
    <ShopForm
      label={t('Shipping information')}
      initialValues={draft}
      schema={shippingSchema}
      onChange={change}
      onInvalid={(errors) => rejectForm(Object.values(errors).some((message) => message !== tooLong))}
      onSave={save}
    >
      {({ isSubmitting }) => (
        // An empty cart disables the button. The shopper still gets the message about it. Interpretation 34.
        // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter in its fields; the fields are interactive
        <div className={styles.fields} onKeyDown={isCartEmpty ? submitOnEnter : undefined}>
          <AddressSection />
          {hasAll ? (
            <FormControlLabel
              label={t('Keep this address on this device')}
              control={<Checkbox checked={isAddressKept} onChange={(_event, isKept) => keepAddress(isKept)} />}
            />
          ) : (
            <div className={styles.choice} />
          )}
          {doubts && (
            <AddressQuestion
              doubts={doubts}
              onSend={(event) => {
                answered.current = JSON.stringify(doubts);
                setDoubts(null);
                submit(event);
              }}
              onCorrect={() => document.getElementById(`field-${doubts[0]?.field}`)?.focus()}
            />
          )}
          {recentOrder && (
            <RecentOrderQuestion
              order={recentOrder}
              onPay={payRecentOrder}
              onPlaceAnother={(event) => {
                isFurther.current = true;
                submit(event);
              }}
            />
          )}
          <Button
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            disabled={!hasAll || isCartEmpty || isSubmitting || isPlacing}
            // The field would lose the focus first, and its hint would move the button away from the click.
            onMouseDown={(event) => event.preventDefault()}
          >
            {isSubmitting || isPlacing ? t('Processing...') : t('Place Order')}
          </Button>
        </div>
      )}
    </ShopForm>
  );
}

function AddressSection() {
  const t = useTexts();
  const { getHelperText, other } = usePinSuggestion();
  return (
    <>
      <Typography variant="h3" component="h2">
        {t('Shipping information')}
      </Typography>
      <AddressFields getHelperText={getHelperText} />
      <div role="status" className={styles.place}>
        {other && (
          <>
            <Typography variant="body2" tone="secondary" component="span">
              {t('This PIN code is in {place}.', { place: other.label })}
            </Typography>
            <Button
              size="small"
              onClick={() => {
                other.use();
                // The button disappears.
                document.getElementById('field-city')?.focus();
              }}
            >
              {t('Use {place}', { place: other.label })}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
