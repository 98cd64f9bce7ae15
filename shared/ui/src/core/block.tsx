import type { ComponentPropsWithRef, ElementType } from 'react';
import * as styles from './block.module.css';
import { joinClasses } from './class-names';
import type { ElementProps } from './element';

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
      {/* Before it hydrates, the page may show the count of the device. */}
      <span aria-hidden className={styles.badge} data-badge suppressHydrationWarning>
        {content === 0 ? '' : content > max ? `${max}+` : content}
      </span>
    </span>
  );
}

const widths = { sm: styles.sm, md: styles.md, lg: styles.lg, xl: styles.xl };

interface OwnContainerProps {
  /** Maximum width: 480, 768, 1024 or 1440 px. Default: `lg`. */
  maxWidth?: keyof typeof widths;
}

export type ContainerProps<Element extends ElementType = 'div'> = ElementProps<OwnContainerProps, Element>;

/**
 * Centres the content of a page, with a maximum width and space at both sides.
 *
 * @example <Container maxWidth="xl">…</Container>
 */
export function Container<Element extends ElementType = 'div'>({
  maxWidth = 'lg',
  component,
  className,
  ...rest
}: ContainerProps<Element>) {
  const Root: ElementType = component ?? 'div';
  return <Root {...rest} className={joinClasses(styles.container, widths[maxWidth], className)} />;
}

const variants = { text: styles.text, rectangular: undefined, rounded: styles.rounded };

export interface SkeletonProps extends ComponentPropsWithRef<'span'> {
  /** Default: `text`, which is as high as a line of the text around it. */
  variant?: keyof typeof variants;
  /** CSS pixels, or a CSS length. A class may set it instead. */
  width?: number | string;
  /** CSS pixels, or a CSS length. A class may set it instead. */
  height?: number | string;
}

/**
 * Takes the place of a content that loads. It does not move in an element with `aria-busy="false"`, where nothing loads yet.
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
