import type { SeedCategory } from './seed-product';

export const men: SeedCategory = {
  name: 'Men',
  products: [
    {
      handle: 'indigo-kurta',
      title: 'Indigo Kurta',
      description:
        'Handloom cotton dipped six times in natural indigo. A straight cut with side slits and a band collar, easy over trousers or a dhoti. It softens, and fades beautifully, with every wash.',
      parentCategory: 'Kurtas',
      price: 2790,
      salePrice: 2390,
      featured: true,
      sizes: ['S', 'M', 'L', 'XL', 'XXL'],
      colors: ['Indigo'],
      gender: 'Men',
      addedOn: '2025-08-16',
    },
    {
      handle: 'linen-nehru-jacket',
      title: 'Linen Nehru Jacket',
      description:
        'An unlined waistcoat in Bhagalpur linen, cut close and finished with horn buttons. It dresses up a kurta and cools down a shirt. Three pockets, one of them hidden.',
      parentCategory: 'Jackets',
      price: 4490,
      sizes: ['S', 'M', 'L', 'XL'],
      colors: ['Oatmeal', 'Bottle Green', 'Charcoal'],
      gender: 'Men',
      addedOn: '2025-07-23',
    },
    {
      handle: 'cotton-lungi',
      title: 'Cotton Lungi',
      description:
        'Two metres of combed cotton in the checks of Kanchipuram. Pre-washed, so it neither shrinks nor stiffens. For slow Sundays and hot kitchens.',
      parentCategory: 'Lungis and Dhotis',
      price: 790,
      sizes: ['One Size'],
      colors: ['Madras Check', 'White'],
      gender: 'Men',
      addedOn: '2025-06-17',
    },
    {
      handle: 'leather-mojari',
      title: 'Leather Mojari',
      description:
        'A hand-stitched shoe from Jodhpur, in vegetable-tanned leather with a cushioned footbed. Left and right are the same at first and learn your feet within a week. The sole is leather too, with a thin rubber guard.',
      parentCategory: 'Footwear',
      price: 2990,
      salePrice: 2590,
      sizes: ['6', '7', '8', '9', '10', '11'],
      colors: ['Tan', 'Black'],
      gender: 'Men',
      addedOn: '2025-05-30',
    },
    {
      handle: 'khadi-shirt',
      title: 'Khadi Shirt',
      description:
        'Hand-spun, hand-woven and cut with room to move. The cloth breathes in May and layers in December. Coconut buttons, a single pocket and a curved hem that can stay out.',
      parentCategory: 'Shirts',
      price: 2190,
      sizes: ['38', '40', '42', '44'],
      gender: 'Men',
      addedOn: '2025-04-14',
    },
    {
      handle: 'striped-apron-kurta',
      title: 'Striped Apron Kurta',
      description:
        'Half kurta, half apron: a wrap front in sturdy striped cotton, with two deep pockets and a loop for the towel. Made for cooks who do not change before guests arrive.',
      parentCategory: 'Kurtas',
      price: 2490,
      sizes: ['M', 'L', 'XL'],
      colors: ['Ink Stripe', 'Rust Stripe'],
      gender: 'Men',
      addedOn: '2025-03-07',
    },
  ],
};
