import type { SeedCategory } from './seed-product';

export const kitchenStorage: SeedCategory = {
  name: 'Kitchen Storage and Containers',
  products: [
    {
      handle: 'masala-dabba',
      title: 'Masala Dabba with Seven Bowls',
      description:
        'The spice box at the heart of the kitchen: seven steel bowls, one small spoon, and a lid that shuts out light and damp. The double rim keeps turmeric from travelling. Filled, it serves a family for a month.',
      parentCategory: 'Spice Boxes',
      price: 2490,
      salePrice: 1990,
      featured: true,
      addedOn: '2025-08-21',
    },
    {
      handle: 'glass-lentil-jars',
      title: 'Glass Lentil Jars, Set of Three',
      description:
        'Thick, clear jars that let you see when the toor dal runs low. Acacia lids with a silicone ring keep weevils out and crunch in. Each holds 1.2 litres.',
      parentCategory: 'Jars and Canisters',
      price: 1850,
      featured: true,
      addedOn: '2025-07-27',
    },
    {
      handle: 'stoneware-salt-crock',
      title: 'Stoneware Salt Crock',
      description:
        'A wide-mouthed crock for the salt you reach for twenty times a day. Thrown in Khurja and glazed inside and out, it keeps crystals dry through the monsoon. The wooden lid lifts with one finger.',
      parentCategory: 'Jars and Canisters',
      price: 1150,
      colors: ['Ivory', 'Indigo'],
      addedOn: '2025-06-05',
    },
    {
      handle: 'steel-tiffin',
      title: 'Four-Tier Steel Tiffin',
      description:
        'Roti, sabzi, dal and something sweet, each in its own tier and none in its neighbour. The side clamps close with a click that survives a crowded local train. Every tier is food-grade 304 steel.',
      parentCategory: 'Lunch Boxes',
      price: 1690,
      salePrice: 1490,
      sizes: ['3 tiers', '4 tiers'],
      addedOn: '2025-05-16',
    },
    {
      handle: 'brass-ghee-pot',
      title: 'Brass Ghee Pot with Spoon',
      description:
        'A small lidded pot for the ghee that belongs on the table, with a long spoon that hangs at its side. The inside is tinned, the outside is left to mellow. Holds 250 ml.',
      parentCategory: 'Jars and Canisters',
      price: 1350,
      addedOn: '2025-03-30',
    },
    {
      handle: 'stoneware-canister',
      title: 'Stoneware Canister',
      description:
        'For rice, atta or the good biscuits. The bamboo lid seals with a soft thud, and the matt glaze hides fingerprints. Made in small batches, so speckles differ from piece to piece.',
      parentCategory: 'Jars and Canisters',
      price: 1590,
      sizes: ['1 litre', '2 litres'],
      colors: ['Sand', 'Charcoal', 'Celadon'],
      addedOn: '2025-02-12',
    },
  ],
};
