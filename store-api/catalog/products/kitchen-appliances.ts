import type { SeedCategory } from './seed-product';

export const kitchenAppliances: SeedCategory = {
  name: 'Kitchen Appliances',
  products: [
    {
      handle: 'electric-kettle',
      title: 'Gooseneck Electric Kettle',
      description:
        'A slow, steady pour for filter coffee and a quick boil for everything else. Set the temperature by the degree; the base holds it for half an hour. One litre, matt steel.',
      parentCategory: 'Hot Drinks',
      price: 4290,
      salePrice: 3790,
      featured: true,
      addedOn: '2025-08-08',
    },
    {
      handle: 'mixer-grinder',
      title: 'Mixer Grinder, 750 W',
      description:
        'Three steel jars and a motor that does not falter at soaked urad dal. The overload switch trips before anything burns. Rubber feet keep it still, and two years of warranty keep it going.',
      parentCategory: 'Grinding and Mixing',
      price: 6490,
      addedOn: '2025-07-06',
    },
    {
      handle: 'toaster',
      title: 'Two-Slice Toaster',
      description:
        'Wide slots take pav, bagels and thick home-made bread. Seven shades from blond to burnt sugar, and a lift that brings small slices within reach. The crumb tray slides out whole.',
      parentCategory: 'Breakfast',
      price: 3190,
      colors: ['Cream', 'Slate'],
      addedOn: '2025-06-10',
    },
    {
      handle: 'rice-cooker',
      title: 'Rice Cooker, 1.8 Litres',
      description:
        'Perfect grains without watching, then warm for hours. The inner pot is thick steel without a coating. A steaming tray above cooks vegetables while the rice is busy.',
      parentCategory: 'Cooking',
      price: 3850,
      addedOn: '2025-05-12',
    },
    {
      handle: 'hand-blender',
      title: 'Hand Blender',
      description:
        'Soup in the pot, chutney in the cup, lassi in the glass. The steel foot unclips and rinses clean. Two speeds and a turbo, and a cord that reaches the stove.',
      parentCategory: 'Grinding and Mixing',
      price: 2790,
      salePrice: 2290,
      addedOn: '2025-04-03',
    },
    {
      handle: 'stand-mixer',
      title: 'Stand Mixer, 5 Litres',
      description:
        'A cast-metal body that kneads two kilograms of atta without walking across the counter. Dough hook, whisk and beater come along. Ten speeds start softly, so flour stays in the bowl.',
      parentCategory: 'Grinding and Mixing',
      price: 24990,
      salePrice: 21490,
      featured: true,
      colors: ['Copper', 'Ivory', 'Charcoal'],
      addedOn: '2025-03-25',
    },
  ],
};
