import { Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check } from 'lucide-react';
import * as styles from './order-progress.module.css';
import { statusFlow } from './status-badge';

/** The steps of an order up to delivery, with the current step marked. Specification 4 "Order status flow". */
export function OrderProgress({ status }: { status: number }) {
  return (
    <ol className={styles.steps} aria-label="Order progress">
      {statusFlow.map((step, index) => {
        const isDone = index < status;
        return (
          <li
            className={styles.step}
            key={step.name}
            data-reached={index <= status}
            aria-current={index === status ? 'step' : undefined}
          >
            <span className={styles.circle}>
              {isDone ? <Check size={20} aria-hidden /> : <step.Icon size={20} aria-hidden />}
            </span>
            <Typography variant="body2" component="span" className={styles.name}>
              {step.name}
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </Typography>
          </li>
        );
      })}
    </ol>
  );
}
