import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { Button, Typography } from '@shop/ui/core';
import { type MouseEventHandler, type ReactNode, useEffect, useId, useRef } from 'react';
import type { AddressDoubt } from './address-doubts';
import * as styles from './checkout.module.css';
import type { RecentOrder } from './use-recent-order';

interface CheckoutQuestionProps {
  /** What the question is about. Each new value moves the focus to the question. */
  about: object;
  title: string;
  children: ReactNode;
  /** A button for each answer. */
  answers: ReactNode;
}

/** Asks before the order is sent. It takes the focus. Every answer always works. */
function CheckoutQuestion({ about, title, children, answers }: CheckoutQuestionProps) {
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit moves the focus
  useEffect(() => panel.current?.focus(), [about]);
  return (
    <section ref={panel} tabIndex={-1} className={styles.question} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        {title}
      </Typography>
      {children}
      <div className={styles.answers}>{answers}</div>
    </section>
  );
}

interface AddressQuestionProps {
  doubts: readonly AddressDoubt[];
  onSend: MouseEventHandler<HTMLButtonElement>;
  onCorrect: () => void;
}

/** Asks about a doubtful address. */
export function AddressQuestion({ doubts, onSend, onCorrect }: AddressQuestionProps) {
  const t = useTexts();
  return (
    <CheckoutQuestion
      about={doubts}
      title={t('Please check your address')}
      answers={
        <>
          <Button variant="contained" onClick={onCorrect}>
            {t('Correct it')}
          </Button>
          <Button variant="outlined" onClick={onSend}>
            {t('Send anyway')}
          </Button>
        </>
      }
    >
      {doubts.map(({ field, question }) => (
        <Typography key={field}>{question}</Typography>
      ))}
    </CheckoutQuestion>
  );
}

interface RecentOrderQuestionProps {
  order: RecentOrder;
  onPay: () => void;
  onPlaceAnother: MouseEventHandler<HTMLButtonElement>;
}

/** Offers the order that an earlier submission has made, before another one is sent. */
export function RecentOrderQuestion({ order, onPay, onPlaceAnother }: RecentOrderQuestionProps) {
  const t = useTexts();
  const { orderId, isSame, total } = order;
  return (
    <CheckoutQuestion
      about={order}
      title={isSame ? t('An order like this was just placed') : t('An order with some of these items was just placed')}
      answers={
        <>
          <Button variant="contained" onClick={onPay}>
            {t('Pay for that order')}
          </Button>
          <Button variant="outlined" onClick={onPlaceAnother}>
            {t('Place another order')}
          </Button>
        </>
      }
    >
      <Typography>
        {t('Order {order} of {total} has reached the shop and waits for payment. Nothing else has been ordered yet.', {
          order: orderId,
          total: formatInr(total),
        })}
      </Typography>
    </CheckoutQuestion>
  );
}
