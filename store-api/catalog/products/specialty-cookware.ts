import type { SeedCategory } from './seed-product';

export const specialtyCookware: SeedCategory = {
  name: 'Specialty Cookware',
  products: [
    {
      handle: 'dosa-tawa',
      title: 'Cast-Iron Dosa Tawa',
      description:
        'Flat, wide and heavy: thirty centimetres for a proper paper dosa. The face is ground smooth and seasoned, ready for the first ladle of batter. Two handles lift it when it is hot and full.',
      parentCategory: 'South Indian',
      price: 1990,
      salePrice: 1690,
      featured: true,
      addedOn: '2025-08-14',
    },
    {
      handle: 'idli-steamer',
      title: 'Idli Steamer, Four Plates',
      description:
        'Sixteen soft idlis at a time, from four perforated plates in a tall steel pot. The lid lets just enough steam escape to keep drops off the batter. Without the plates it steams modak and vegetables.',
      parentCategory: 'South Indian',
      price: 2390,
      addedOn: '2025-07-09',
    },
    {
      handle: 'paniyaram-pan',
      title: 'Paniyaram Pan',
      description:
        'Seven deep hollows for kuzhi paniyaram, appe or the Danish kind of pancake. Cast iron browns them evenly and releases them with a turn of a skewer. Seasoned before it leaves the foundry.',
      parentCategory: 'South Indian',
      price: 1490,
      sizes: ['7 hollows', '12 hollows'],
      addedOn: '2025-06-27',
    },
    {
      handle: 'clay-biryani-pot',
      title: 'Clay Biryani Pot',
      description:
        'Unglazed terracotta from Kutch, slow to warm and slow to cool, as dum cooking asks. The lid seals with a rope of dough. Soak it for an hour before the first use.',
      parentCategory: 'Slow Cooking',
      price: 1750,
      featured: true,
      addedOn: '2025-05-05',
    },
    {
      handle: 'enamel-dutch-oven',
      title: 'Enamelled Dutch Oven',
      description:
        'Five litres of cast iron under three coats of enamel, for nihari that simmers all afternoon and for bread with a crackling crust. Studs under the lid rain the juices back. No seasoning needed.',
      parentCategory: 'Slow Cooking',
      price: 7450,
      salePrice: 6290,
      colors: ['Cardamom', 'Saffron', 'Midnight'],
      addedOn: '2025-04-22',
    },
    {
      handle: 'filter-coffee-maker',
      title: 'Brass Filter Coffee Maker',
      description:
        'The two-part filter of every Madras morning, in brass, with its davara and tumbler. Decoction drips through in a quarter of an hour. Enough for four small cups or two honest ones.',
      parentCategory: 'South Indian',
      price: 1890,
      addedOn: '2025-03-11',
    },
  ],
};
