import type { SeedCategory } from './seed-product';

export const cookingUtensils: SeedCategory = {
  name: 'Cooking Utensils',
  products: [
    {
      handle: 'brass-ladle',
      title: 'Brass Serving Ladle',
      description:
        'A deep bowl on a long, gently curved handle, beaten from one sheet of brass. It serves dal without a drip. The hook at the end hangs from any rail.',
      parentCategory: 'Ladles and Skimmers',
      price: 850,
      featured: true,
      addedOn: '2025-07-31',
    },
    {
      handle: 'teak-spatula-set',
      title: 'Teak Spatula Set',
      description:
        'Four shapes for four jobs: flat for frying, slotted for draining, angled for corners and a tasting spoon. Teak does not scratch, warp or warm. Finished with food-safe oil.',
      parentCategory: 'Spatulas',
      price: 1190,
      salePrice: 990,
      addedOn: '2025-07-19',
    },
    {
      handle: 'balloon-whisk',
      title: 'Balloon Whisk',
      description:
        'Eleven springy wires beat air into batter and lumps out of kadhi. The steel handle is weighted, so long whisking tires the wrist less. Goes into the dishwasher.',
      parentCategory: 'Whisks and Mashers',
      price: 590,
      addedOn: '2025-06-01',
    },
    {
      handle: 'steel-masher',
      title: 'Steel Masher',
      description:
        'A broad wavy head for pav bhaji, baingan bharta and the smoothest aloo. The bent neck keeps knuckles clear of the pan. One piece of steel, with nothing to come loose.',
      parentCategory: 'Whisks and Mashers',
      price: 490,
      addedOn: '2025-04-28',
    },
    {
      handle: 'slotted-skimmer',
      title: 'Slotted Skimmer',
      description:
        'Lifts puris and jalebis out of hot oil and leaves the oil behind. The shallow bowl is fourteen centimetres wide, the handle long enough to stay cool. Polished steel.',
      parentCategory: 'Ladles and Skimmers',
      price: 540,
      addedOn: '2025-03-18',
    },
    {
      handle: 'silicone-spatula',
      title: 'Silicone Spatula',
      description:
        'A firm core under soft silicone scrapes the last of the batter and shrugs off 230 °C. The head does not come away, so nothing hides inside. Colours stay true after a turmeric curry.',
      parentCategory: 'Spatulas',
      price: 420,
      salePrice: 349.5,
      colors: ['Terracotta', 'Sage', 'Ink'],
      addedOn: '2025-02-08',
    },
  ],
};
