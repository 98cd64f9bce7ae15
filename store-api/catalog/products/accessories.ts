import type { SeedCategory } from './seed-product';

export const accessories: SeedCategory = {
  name: 'Accessories',
  products: [
    {
      handle: 'canvas-market-tote',
      title: 'Canvas Market Tote',
      description:
        'Heavy canvas that stands open while you choose tomatoes. Long handles for the shoulder, short ones for the hand, and a pocket for change. Washes at forty degrees.',
      parentCategory: 'Bags',
      price: 1290,
      salePrice: 990,
      featured: true,
      colors: ['Natural', 'Olive'],
      addedOn: '2025-08-01',
    },
    {
      handle: 'linen-apron',
      title: 'Linen Cross-Back Apron',
      description:
        'No strings to tie: the straps cross at the back and stay off the neck. Stone-washed linen, wide enough to wrap around, with a pocket on either side.',
      parentCategory: 'Kitchen Linen',
      price: 1790,
      featured: true,
      sizes: ['One Size'],
      colors: ['Flax', 'Cardamom', 'Clay'],
      gender: 'Unisex',
      addedOn: '2025-07-12',
    },
    {
      handle: 'leather-wallet',
      title: 'Leather Wallet',
      description:
        'Six cards, folded notes and nothing to bulge. Buffalo leather, tanned with bark in Kolkata and stitched by hand. It darkens to the colour of strong tea.',
      parentCategory: 'Leather',
      price: 1690,
      colors: ['Tan'],
      gender: 'Unisex',
      addedOn: '2025-06-23',
    },
    {
      handle: 'brass-earrings',
      title: 'Brass Earrings',
      description:
        'Small hammered discs that catch the light and weigh next to nothing. The hooks are silver, for sensitive ears. Each pair comes in a drawstring pouch.',
      parentCategory: 'Jewellery',
      price: 890,
      addedOn: '2025-05-19',
    },
    {
      handle: 'wool-stole',
      title: 'Kullu Wool Stole',
      description:
        'Woven in the Kullu valley from fine wool, with the narrow patterned border of its weavers. Warm enough for a hill evening, light enough for a flight. Two metres by seventy centimetres.',
      parentCategory: 'Stoles',
      price: 2890,
      salePrice: 2450,
      sizes: ['One Size'],
      colors: ['Walnut', 'Ivory', 'Madder'],
      gender: 'Unisex',
      addedOn: '2025-04-06',
    },
    {
      handle: 'straw-hat',
      title: 'Palm-Straw Hat',
      description:
        'A wide brim plaited from palm leaf in Manipur, for the terrace garden and the beach. It rolls for the suitcase and springs back. The band is plain cotton.',
      parentCategory: 'Hats',
      price: 1090,
      sizes: ['S/M', 'L/XL'],
      addedOn: '2025-03-02',
    },
  ],
};
