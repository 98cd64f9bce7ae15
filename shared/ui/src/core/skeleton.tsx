import type { ComponentPropsWithRef } from 'react';
import { joinClasses } from './class-names';
import * as styles from './skeleton.module.css';

const variants = { text: styles.text, rectangular: undefined, rounded: styles.rounded, circular: styles.circular };

export interface SkeletonProps extends ComponentPropsWithRef<'span'> {
  /** Default: `text`, which is as high as a line of the text around it. */
  variant?: keyof typeof variants;
  /** CSS pixels, or a CSS length. A class may set it instead. */
  width?: number | string;
  /** CSS pixels, or a CSS length. A class may set it instead. */
  height?: number | string;
}

/**
 * Takes the place of a content that loads.
 *
 * @example <Skeleton variant="rounded" height={320} />
 */
export function Skeleton({ variant = 'text', width, height, className, style, ...rest }: SkeletonProps) {
  return (
    <span
      {...rest}
      className={joinClasses(styles.skeleton, variants[variant], className)}
      style={{ width, height, ...style }}
    />
  );
}
