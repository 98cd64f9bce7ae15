import { createProductIndex } from '@shop/product-search/product-index';
import { seedCatalog } from '../../catalog/seed-catalog';

/** Creates an index of the seed catalogue. */
async function openIndex() {
  const products = seedCatalog.flatMap(({ name: category, products }) =>
    products.map(({ handle, title, description, parentCategory, price, sizes = [], colors = [] }) => ({
      id: handle,
      title,
      description,
      category,
      parentCategory,
      regularPrice: price,
      attributes: [
        { key: 'size', value: sizes },
        { key: 'color', value: colors },
      ],
    })),
  );
  async function* listBatches() {
    yield { products, total: products.length };
  }
  return createProductIndex(listBatches());
}

const index = openIndex();
const find = async (q: string, limit = 100) => (await (await index).search({ q, limit })).data;

/** What shoppers of kitchens and wardrobes look for, and a product that they find among the first twelve. */
const words = `
तांबा: Hammered Copper Saucepan
तांबे का बर्तन: Hammered Copper Saucepan
पीतल: Brass Serving Ladle
पीतल की हांडी: Brass Handi
स्टील: Steel Stockpot
स्टील का डिब्बा: Four-Tier Steel Tiffin
लोहा: Cast-Iron Kadhai
लोहे की कढ़ाई: Cast-Iron Kadhai
मिट्टी: Clay Biryani Pot
मिट्टी का बर्तन: Clay Biryani Pot
लकड़ी: Teak Chopping Board
काँच: Glass Lentil Jars
पत्थर: Granite Mortar and Pestle
चमड़ा: Leather Wallet
बर्तन: Steel Stockpot
कुकवेयर: Cast-Iron Skillet
कढ़ाई: Cast-Iron Kadhai
कड़ाही: Cast-Iron Kadhai
तवा: Cast-Iron Dosa Tawa
डोसा तवा: Cast-Iron Dosa Tawa
इडली: Idli Steamer
बिरयानी: Clay Biryani Pot
हांडी: Brass Handi
पतीला: Hammered Copper Saucepan
भगोना: Steel Stockpot
फ्राइंग पैन: Triply Frying Pan
कटोरी: Masala Dabba with Seven Bowls
मसालदान: Masala Dabba with Seven Bowls
मसाला डिब्बा: Masala Dabba with Seven Bowls
डिब्बा: Stoneware Canister
टिफ़िन: Four-Tier Steel Tiffin
मर्तबान: Glass Lentil Jars
चम्मच: Brass Ghee Pot with Spoon
घी: Brass Ghee Pot with Spoon
नमक: Stoneware Salt Crock
करछी: Brass Serving Ladle
कढ़छी: Brass Serving Ladle
झारा: Slotted Skimmer
पलटा: Teak Spatula Set
फेंटनी: Balloon Whisk
बेलन: Rosewood Belan
चाकू: Chef’s Knife
ओखली: Granite Mortar and Pestle
काली मिर्च: Walnut Pepper Mill
कप: Steel Measuring Cups
केतली: Gooseneck Electric Kettle
मिक्सर: Mixer Grinder
टोस्टर: Two-Slice Toaster
चावल कुकर: Rice Cooker
कॉफ़ी: Brass Filter Coffee Maker
चाय: Hammered Copper Saucepan
महिला: Jamdani Saree
महिलाओं के लिए साड़ी: Jamdani Saree
पुरुष: Indigo Kurta
पुरुषों के लिए कुर्ता: Indigo Kurta
साड़ी: Maheshwari Saree
साड़ियाँ: Maheshwari Saree
रेशमी साड़ी: Chanderi Silk-Cotton Saree
लिनन की साड़ी: Linen Saree
कुर्ता: Indigo Kurta
कुर्ती: Chikankari Kurta
दुपट्टा: Bandhani Dupatta
चुनरी: Bandhani Dupatta
लुंगी: Cotton Lungi
खादी की शर्ट: Khadi Shirt
शर्ट: Khadi Shirt
स्कर्ट: Mirror-Work Skirt
पैंट: Handloom Trousers
जैकेट: Linen Nehru Jacket
शॉल: Hand-Spun Pashmina Shawl
स्टोल: Kullu Wool Stole
जूते: Leather Mojari
चप्पल: Kolhapuri Sandals
जूती: Embroidered Jutti
मोजरी: Leather Mojari
बैग: Canvas Market Tote
थैला: Canvas Market Tote
पर्स: Leather Wallet
बटुआ: Leather Wallet
झुमके: Brass Earrings
टोपी: Palm-Straw Hat
एप्रन: Linen Cross-Back Apron
`
  .trim()
  .split('\n')
  .map((line) => line.split(': ') as [string, string]);

it.each(words)('a search for %s finds %s', async (q, title) => {
  expect((await find(q, 12)).map((product) => product.title)).toContainEqual(expect.stringContaining(title));
});

/** Hindi names of categories and sub-categories. The first are those that Hindi pages show. */
const names = `
कुकवेयर: Cookware
किचन स्टोरेज और डिब्बे: Kitchen Storage and Containers
किचन टूल: Kitchen Tools
खास कुकवेयर: Specialty Cookware
करछी, चमचे और पलटे: Cooking Utensils
किचन अप्लायंस: Kitchen Appliances
पुरुष: Men
महिलाएँ: Women
एक्सेसरीज़: Accessories
बर्तन और पैन: Pots and Pans
रोज़ का लोहा: Everyday Iron
मसालों के डिब्बे: Spice Boxes
जार और डिब्बे: Jars and Canisters
लंच बॉक्स: Lunch Boxes
पीसना: Grinding
बेलना और काटना: Rolling and Cutting
नापना: Measuring
दक्षिण भारतीय: South Indian
धीमी आँच: Slow Cooking
करछी और झारे: Ladles and Skimmers
पलटे: Spatulas
मथनी और मैशर: Whisks and Mashers
गर्म पेय: Hot Drinks
पीसना और मिलाना: Grinding and Mixing
नाश्ता: Breakfast
कुर्ते: Kurtas
जैकेट: Jackets
लुंगी और धोती: Lungis and Dhotis
जूते-चप्पल: Footwear
शर्ट: Shirts
साड़ियाँ: Sarees
दुपट्टे: Dupattas
पतलून: Trousers
स्कर्ट: Skirts
स्टोल: Stoles
बैग: Bags
किचन लिनन: Kitchen Linen
चमड़ा: Leather
गहने: Jewellery
टोपियाँ: Hats
`
  .trim()
  .split('\n')
  .map((line) => line.split(': ') as [string, string]);

it.each(names)('the Hindi name %s finds every product of %s', async (hindi, name) => {
  const found = new Set((await find(hindi)).map(({ id }) => id));
  const missing = (await find('')).filter(
    ({ id, category, parentCategory }) => (category === name || parentCategory === name) && !found.has(id),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});

it('each category and sub-category of the catalogue has a Hindi name in the table', () => {
  const listed = seedCatalog.flatMap(({ name, products }) => [
    name,
    ...products.map((product) => product.parentCategory),
  ]);
  // The sub-category of one product has the word of its category.
  expect([...new Set(listed)].filter((name) => !names.some(([, english]) => english === name))).toEqual(['Cooking']);
});
