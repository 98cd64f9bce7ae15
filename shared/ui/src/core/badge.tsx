import type { ComponentPropsWithRef } from 'react';
import * as styles from './badge.module.css';
import { joinClasses } from './class-names';

export interface BadgeProps extends Omit<ComponentPropsWithRef<'span'>, 'content'> {
  /** Number in the corner of the children. Without one, or with 0, there is no badge. */
  content: number | undefined;
  /** A higher number shows as this one with a plus sign. Default: 99. */
  max?: number;
}

/**
 * A count in the corner of an icon. Assistive technology does not read it, so the label of the icon contains the count.
 *
 * @example <Badge content={3} max={999}><ShoppingBag aria-hidden /></Badge>
 */
export function Badge({ content = 0, max = 99, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={joinClasses(styles.frame, className)}>
      {children}
      <span aria-hidden className={joinClasses(styles.badge, content === 0 && styles.hidden)}>
        {content === 0 ? null : content > max ? `${max}+` : content}
      </span>
    </span>
  );
}
