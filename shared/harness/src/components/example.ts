import type { ReactNode } from 'react';

/** Examples of one shared component. */
export interface ComponentExamples {
  /** Name of the export. */
  name: string;
  /** Import specifier of its module: `@shop/ui/price`. */
  from: string;
  /** The component in each state, by the caption of the state. */
  states: Readonly<Record<string, ReactNode>>;
}

/** Formats the import statement of a component. */
export const formatImport = ({ name, from }: Pick<ComponentExamples, 'name' | 'from'>): string =>
  `import { ${name} } from '${from}';`;
