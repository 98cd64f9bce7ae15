import type { ComponentPropsWithRef, ElementType } from 'react';

/**
 * Props of a component that renders as another element or component: its own props, and those of the element.
 *
 * @example ElementProps<{ variant?: 'text' }, typeof Link> // variant, component, to, …
 */
export type ElementProps<Own, Element extends ElementType> = Own & {
  /** Element or component that is rendered. */
  component?: Element;
} & Omit<ComponentPropsWithRef<Element>, keyof Own | 'component'>;
