import type { SeedCategory } from './seed-product';

export const kitchenTools: SeedCategory = {
  name: 'Kitchen Tools',
  products: [
    {
      handle: 'granite-mortar',
      title: 'Granite Mortar and Pestle',
      description:
        'Five kilograms of unpolished granite, so the bowl stays where it is while you work. Ginger, garlic and green chilli turn to paste in a minute. Cut from a single block near Mahabalipuram.',
      parentCategory: 'Grinding',
      price: 2290,
      featured: true,
      addedOn: '2025-08-04',
    },
    {
      handle: 'rosewood-belan',
      title: 'Rosewood Belan',
      description:
        'A tapered rolling pin that turns a roti as it rolls it. The rosewood is oiled, never varnished, and heavy enough to do half the work. Thirty-four centimetres long.',
      parentCategory: 'Rolling and Cutting',
      price: 790,
      addedOn: '2025-07-15',
    },
    {
      handle: 'teak-chopping-board',
      title: 'Teak Chopping Board',
      description:
        'Edge-grain teak from replanted forests, kind to knives and easy to lift by its finger grooves. A shallow channel catches tomato juice. Oil it twice a year.',
      parentCategory: 'Rolling and Cutting',
      price: 2450,
      salePrice: 1950,
      sizes: ['Small', 'Medium', 'Large'],
      addedOn: '2025-06-20',
    },
    {
      handle: 'chefs-knife',
      title: 'Chef’s Knife, 20 cm',
      description:
        'Forged from one piece of high-carbon steel and balanced at the bolster. It takes a keen edge on a plain stone and keeps it through a mountain of onions. The handle is stabilised sheesham.',
      parentCategory: 'Rolling and Cutting',
      price: 3450,
      featured: true,
      addedOn: '2025-05-28',
    },
    {
      handle: 'pepper-mill',
      title: 'Walnut Pepper Mill',
      description:
        'A ceramic grinder hides inside turned walnut, from dust-fine to cracked at a twist of the knob. It will not rust in a humid kitchen. Filled with Malabar peppercorns from the first harvest.',
      parentCategory: 'Grinding',
      price: 1390,
      addedOn: '2025-04-17',
    },
    {
      handle: 'steel-measuring-cups',
      title: 'Steel Measuring Cups, Set of Four',
      description:
        'Quarter, third, half and full, stamped deep so that the marks outlast the scrubbing. Flat bottoms stand level, long handles reach into deep jars. They nest on a ring.',
      parentCategory: 'Measuring',
      price: 690,
      addedOn: '2025-02-25',
    },
  ],
};
