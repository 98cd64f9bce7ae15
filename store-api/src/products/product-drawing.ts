import { createHash } from 'node:crypto';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { escapeUTF8 } from 'entities';
import silhouettes from './silhouettes.json';

/** SVG paths on a canvas of 400 by 500: `body` is filled, `lines` are strokes. */
type SilhouetteName = keyof typeof silhouettes;

/** Properties of a product that determine its drawing. */
export interface DrawnProduct {
  handle: string;
  title: string;
  category: string;
}

/** Patterns of handles and their silhouettes. The first match is used. */
const silhouetteByPattern: [RegExp, SilhouetteName][] = [
  [/saucepan|coffee/, 'saucepan'],
  [/kadhai|handi|paniyaram/, 'kadhai'],
  [/(frying-)?pan$|skillet|tawa/, 'pan'],
  [/pot$|stockpot|oven|steamer|cooker/, 'pot'],
  [/dabba|tiffin/, 'box'],
  [/\bjars?\b|crock|canister/, 'jar'],
  [/mortar|mill/, 'mortar'],
  [/whisk|masher/, 'whisk'],
  [/spatula|ladle|skimmer|belan|knife|board|cups/, 'spatula'],
  [/saree/, 'saree'],
  [/dupatta|stole|shawl|lungi/, 'drape'],
  [/jacket|shrug/, 'jacket'],
  [/trousers|palazzo/, 'trousers'],
  [/skirt/, 'skirt'],
  [/sandals/, 'sandal'],
  [/mojari|jutti|shoe/, 'shoe'],
  [/kurta|shirt|tunic|apron/, 'kurta'],
  [/bag|tote|wallet/, 'bag'],
  [/hat$/, 'hat'],
  [/earring|necklace|ring$|bracelet/, 'jewel'],
];

const silhouetteByCategory = new Map<string, SilhouetteName>([
  ['cookware', 'kadhai'],
  ['kitchen-storage-and-containers', 'jar'],
  ['kitchen-tools', 'mortar'],
  ['specialty-cookware', 'pot'],
  ['cooking-utensils', 'spatula'],
  ['kitchen-appliances', 'appliance'],
  ['men', 'kurta'],
  ['women', 'saree'],
  ['accessories', 'bag'],
]);

/** Background colours of the niche. */
const niches = ['#EFE4D3', '#F0E2D6', '#EAE5D6', '#F1E6CF'];

const tints = ['#EBCFB4', '#E8D5A9', '#D8D6BC', '#EDC8B8'];

/**
 * Draws a product without a photograph: copper lines on warm paper in front of a niche. The drawing is deterministic.
 *
 * @returns An SVG document of 960 by 1200 pixels.
 */
export function drawProduct(product: DrawnProduct): string {
  const { body, lines } = silhouettes[getSilhouetteName(product)];
  const [tone = 0, flip = 0, dots = 0, colour = 0] = createHash('sha256').update(product.handle).digest();
  const niche = niches[tone % niches.length];
  const turn = flip % 2 === 0 ? '' : ' transform="translate(400 0) scale(-1 1)"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="960" height="1200" role="img" aria-label="${escapeUTF8(product.title)}, drawn">
<rect width="400" height="500" fill="#F7F1E8"/>
<path d="M48 452V190c0-40 26-64 62-76 40-14 70-36 90-70 20 34 50 56 90 70 36 12 62 36 62 76v262z" fill="${niche}"/>
<path d="M62 452V194c0-34 22-54 54-65 36-12 64-32 84-60 20 28 48 48 84 60 32 11 54 31 54 65v258" fill="none" stroke="#D9BFA3" stroke-width="1.5"${dots % 2 === 0 ? ' stroke-dasharray="1 9" stroke-linecap="round"' : ''}/>
<ellipse cx="200" cy="404" rx="128" ry="13" fill="#DCC9B0" opacity=".7"/>
<g${turn} stroke="#A4521F" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">
<path d="${body}" fill="${tints[colour % tints.length]}"/>
<path d="${lines}" fill="none"/>
</g>
</svg>
`;
}

function getSilhouetteName({ handle, category }: DrawnProduct): SilhouetteName {
  const match = silhouetteByPattern.find(([pattern]) => pattern.test(handle));
  return match?.[1] ?? silhouetteByCategory.get(getCategorySlug(category)) ?? 'parcel';
}
