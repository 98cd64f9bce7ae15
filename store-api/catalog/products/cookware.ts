import type { SeedCategory } from './seed-product';

export const cookware: SeedCategory = {
  name: 'Cookware',
  products: [
    {
      handle: 'copper-saucepan',
      title: 'Hammered Copper Saucepan',
      description:
        'Hand-hammered in Moradabad from 2 mm copper and lined with tin, this saucepan answers the flame within seconds. It holds a litre and a half: enough for chai for six or a careful sugar syrup. The brass handle is riveted, not welded.',
      parentCategory: 'Pots and Pans',
      price: 4850,
      salePrice: 4190,
      featured: true,
      addedOn: '2025-08-18',
    },
    {
      handle: 'cast-iron-kadhai',
      title: 'Cast-Iron Kadhai',
      description:
        'A deep, heavy kadhai that holds its heat when a batch of pakoras goes in. It comes seasoned with three coats of flaxseed oil and darkens with every use. Works on gas, induction and an open fire.',
      parentCategory: 'Everyday Iron',
      price: 2650,
      featured: true,
      sizes: ['24 cm', '26 cm', '28 cm'],
      addedOn: '2025-08-11',
    },
    {
      handle: 'triply-frying-pan',
      title: 'Triply Frying Pan',
      description:
        'Aluminium between two layers of steel spreads heat to the rim, so the last dosa browns like the first. The cool-grip handle stays put over a high flame. No coating to wear away.',
      parentCategory: 'Pots and Pans',
      price: 3290,
      salePrice: 2790,
      sizes: ['20 cm', '24 cm', '28 cm'],
      addedOn: '2025-07-02',
    },
    {
      handle: 'cast-iron-skillet',
      title: 'Cast-Iron Skillet',
      description:
        'Cast in Coimbatore with a smooth-ground cooking face, this skillet sears paneer and turns out cornbread alike. Two lips pour to either side. Wipe, warm and oil it, and it will outlive its owner.',
      parentCategory: 'Everyday Iron',
      price: 2190,
      sizes: ['25 cm'],
      addedOn: '2025-05-23',
    },
    {
      handle: 'steel-stockpot',
      title: 'Steel Stockpot with Lid',
      description:
        'Eight litres of brushed steel for sambar, stock and the Sunday rajma. The thick sandwich base keeps pulses from catching. Marks inside show the litres, and the lid sits tight.',
      parentCategory: 'Pots and Pans',
      price: 3990,
      featured: true,
      addedOn: '2025-06-14',
    },
    {
      handle: 'brass-handi',
      title: 'Brass Handi, Tin-Lined by Hand, for Slow Dals, Kormas and Dum Cooking at the Table',
      description:
        'A round-bellied handi spun from brass and lined with pure tin by the kalaiwalas of old Delhi. Its narrow mouth keeps steam where it belongs. Carry it straight to the table: it stays hot through second helpings.',
      parentCategory: 'Pots and Pans',
      price: 5600,
      addedOn: '2025-04-09',
    },
  ],
};
