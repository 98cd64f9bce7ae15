import type { ReactNode } from 'react';

/** One state of a component. */
export interface StoryState {
  /** Caption of the state: 'Empty', 'In error'. */
  label: string;
  show: ReactNode;
  /** Uses the whole width of the page, for a screen or a form. */
  isWide?: boolean;
}

/** A shared component with its states. */
export interface Story {
  /** Name of the export. */
  name: string;
  /** Import specifier of its module: `@shop/ui/price`. */
  from: string;
  /** Purpose of the component, and when to use another. One or two sentences. */
  about: string;
  states: StoryState[];
}

/** A section of the gallery: components that belong together. */
export interface StorySection {
  /** Fragment of the section's address: `#products`. */
  id: string;
  title: string;
  about: string;
  stories: Story[];
}

/** Formats the import statement of a component. */
export const formatImport = ({ name, from }: Pick<Story, 'name' | 'from'>): string =>
  `import { ${name} } from '${from}';`;
