import { readText } from './repository';

/** How we read one point that the specification leaves open. */
export interface Interpretation {
  /** The topic of its statements in section `R`: `07`, `inert`. */
  topic: string;
  /** Heading under which interpretations of one subject stand together. */
  group: string;
  title: string;
  /** Markdown. */
  text: string;
}

export const readInterpretations = (): Interpretation[] =>
  JSON.parse(readText('tooling/requirements/interpretations.json')) as Interpretation[];
