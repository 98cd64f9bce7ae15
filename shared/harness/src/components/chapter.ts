import type { ReactNode } from 'react';

/** One way a component looks. */
export interface SpecimenState {
  /** 'Empty', 'In error': stands above it. */
  label: string;
  show: ReactNode;
  /** Takes the whole width of the page: a screen, a form. */
  isWide?: boolean;
}

/** A shared component and the states teams meet it in. */
export interface Specimen {
  /** The name it is exported under. */
  name: string;
  /** The module to import it from, as a remote does: `@shop/ui/price`. */
  from: string;
  /** What it is for, and when to take another. One or two sentences. */
  about: string;
  states: SpecimenState[];
}

/** A part of the page: components that belong together. */
export interface Chapter {
  /** Goes into the address: `#products`. */
  id: string;
  title: string;
  about: string;
  specimens: Specimen[];
}

/** The line that brings a component into a file. */
export const importLineOf = ({ name, from }: Pick<Specimen, 'name' | 'from'>): string =>
  `import { ${name} } from '${from}';`;
