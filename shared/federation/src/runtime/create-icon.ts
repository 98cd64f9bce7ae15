import { type ComponentType, createElement, type SVGProps } from 'react';

/** What a module of lucide knows about its icon. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Creates the component of an icon, in place of lucide's own function. That function also serves other frameworks and options
 * that the shop does not use, and takes 1 KB (brotli) of the shell and of each screen.
 *
 * An icon without a label is decoration, and hidden from screen readers.
 */
export default function createIcon({ node }: IconData): ComponentType<SVGProps<SVGSVGElement> & { size?: number }> {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] || props.role ? undefined : true,
        ...props,
      },
      ...shapes,
    );
}
