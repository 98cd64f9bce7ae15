import type { ReactNode } from 'react';

/** One way a component looks. */
export interface StoryState {
  /** 'Empty', 'In error': stands above it. */
  label: string;
  show: ReactNode;
  /** Takes the whole width of the page: a screen, a form. */
  isWide?: boolean;
}

/** A shared component and the states teams meet it in. */
export interface Story {
  /** The name it is exported under. */
  name: string;
  /** The module to import it from, as a remote does: `@shop/ui/price`. */
  from: string;
  /** What it is for, and when to take another. One or two sentences. */
  about: string;
  states: StoryState[];
}

/** A part of the page: components that belong together. */
export interface StorySection {
  /** Goes into the address: `#products`. */
  id: string;
  title: string;
  about: string;
  stories: Story[];
}

/** The line that brings a component into a file. */
export const formatImport = ({ name, from }: Pick<Story, 'name' | 'from'>): string =>
  `import { ${name} } from '${from}';`;
