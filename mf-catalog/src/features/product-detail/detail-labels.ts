import { text } from '@shop/language/texts';

/** Labels of details that shops usually state, marked for their translations. */
const detailLabels: ReadonlySet<string> = new Set([
  text('Material'),
  text('Fabric'),
  text('Dimensions'),
  text('Length'),
  text('Width'),
  text('Height'),
  text('Weight'),
  text('Capacity'),
  text('Net quantity'),
  text('Care'),
  text('Care instructions'),
  text('Power'),
  text('Power supply'),
  text('Warranty'),
  text('Brand'),
  text('Flavour'),
  text('Ingredients'),
  text('Country of origin'),
  text('Manufacturer'),
  text('Manufactured by'),
  text('Imported by'),
]);

/** Whether pages translate the label of a detail. They show any other label as the store API sends it. */
export const isTranslatedLabel = (label: string): boolean => detailLabels.has(label);
