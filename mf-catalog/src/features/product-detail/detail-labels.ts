import { text } from '@shop/language/texts';

/** Lists the labels of details that shops usually state, marked for their translations. Pages do not need the list. */
export const listDetailLabels = () => [
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
];
