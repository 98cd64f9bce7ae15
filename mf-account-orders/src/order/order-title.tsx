import { useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { type RefObject, useRef } from 'react';
import { CopyOrderNumber } from './copy-order-number';
import * as styles from './order-title.module.css';

export interface OrderTitleProps {
  /** Order number. */
  id: string;
  /** Ref of an h2 that takes the focus. Without it, the title is the heading of the page. */
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
}

/** Heading with the order number, and a button that copies the number. */
export function OrderTitle({ id, headingRef }: OrderTitleProps) {
  const number = useRef<HTMLSpanElement>(null);
  const t = useTexts();
  const title = t.rich('Order <number>{id}</number>', {
    id,
    number: (content) => <span ref={number}>{content}</span>,
  });
  return (
    <div className={styles.title}>
      {headingRef ? (
        <Typography ref={headingRef} tabIndex={-1} variant="h2">
          {title}
        </Typography>
      ) : (
        <PageHeading>{title}</PageHeading>
      )}
      <CopyOrderNumber id={id} number={number} />
    </div>
  );
}
