import { useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check } from 'lucide-react';
import * as styles from './order-progress.module.css';
import { statusFlow } from './status-badge';

/** The steps of an order up to delivery, with the current step marked. Specification 4 "Order status flow". */
export function OrderProgress({ status }: { status: number }) {
  const t = useTexts();
  return (
    <ol className={styles.steps} aria-label={t('Order progress')}>
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
              {isDone
                ? t.rich('{step}<hidden>, done</hidden>', {
                    step: t(step.name),
                    hidden: (content) => <VisuallyHidden>{content}</VisuallyHidden>,
                  })
                : t(step.name)}
            </Typography>
          </li>
        );
      })}
    </ol>
  );
}
