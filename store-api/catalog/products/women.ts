import type { SeedCategory } from './seed-product';
import { womenArchive } from './women-archive';

/** Current products. */
const season: SeedCategory['products'] = [
  {
    handle: 'chanderi-saree',
    title: 'Chanderi Silk-Cotton Saree',
    description:
      'Woven in Chanderi from silk and cotton so fine that the pleats fall by themselves. A narrow zari border, scattered coin motifs, and an unstitched blouse piece to match. Each takes a weaver nine days.',
    parentCategory: 'Sarees',
    price: 8900,
    salePrice: 7450,
    featured: true,
    sizes: ['One Size'],
    colors: ['Rose', 'Leaf', 'Pearl'],
    gender: 'Women',
    addedOn: '2025-08-19',
  },
  {
    handle: 'block-print-kurta',
    title: 'Block-Print Kurta',
    description:
      'Printed by hand in Bagru with carved teak blocks and natural dyes. A-line, calf-length and cool in mulmul cotton. Pockets, of course.',
    parentCategory: 'Kurtas',
    price: 2390,
    salePrice: 1990,
    featured: true,
    sizes: ['XS', 'S', 'M', 'L', 'XL'],
    colors: ['Madder', 'Indigo'],
    gender: 'Women',
    addedOn: '2025-08-06',
  },
  {
    handle: 'silk-dupatta',
    title: 'Mulberry Silk Dupatta',
    description:
      'Two and a half metres of hand-rolled mulberry silk, dyed in small lots so no two match exactly. Worn over a plain kurta it needs nothing else.',
    parentCategory: 'Dupattas',
    price: 2690,
    sizes: ['One Size'],
    colors: ['Marigold', 'Peacock', 'Plum'],
    gender: 'Women',
    addedOn: '2025-07-29',
  },
  {
    handle: 'kolhapuri-sandals',
    title: 'Kolhapuri Sandals',
    description:
      'The shoe of the Deccan: one toe loop, a braided strap and a sole stitched with leather cord. Bag-tanned for three weeks, so it is firm at first and yours within days.',
    parentCategory: 'Footwear',
    price: 1990,
    sizes: ['4', '5', '6', '7', '8'],
    colors: ['Natural', 'Oxblood'],
    gender: 'Women',
    addedOn: '2025-07-18',
  },
  {
    handle: 'ikat-jacket',
    title: 'Ikat Jacket',
    description:
      'A boxy jacket in double ikat from Pochampally, where the pattern is tied into the yarn before a thread is woven. Lined in soft cotton, with two patch pockets.',
    parentCategory: 'Jackets',
    price: 4990,
    salePrice: 4290,
    featured: true,
    sizes: ['S', 'M', 'L'],
    colors: ['Indigo and Rust'],
    gender: 'Women',
    addedOn: '2025-06-29',
  },
  {
    handle: 'cotton-palazzo',
    title: 'Cotton Palazzo',
    description:
      'Wide, swingy trousers in combed cotton with a flat front and elastic behind. They pack small and iron themselves on a hook overnight.',
    parentCategory: 'Trousers',
    price: 1490,
    sizes: ['S', 'M', 'L', 'XL'],
    colors: ['White', 'Black', 'Clay'],
    gender: 'Women',
    addedOn: '2025-06-12',
  },
];

/** The category has more than two pages of products, so that it shows pagination. */
export const women: SeedCategory = { name: 'Women', products: [...season, ...womenArchive] };
