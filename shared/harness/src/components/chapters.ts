import type { Chapter } from './chapter';
import { actions } from './specimens/actions';
import { controls } from './specimens/controls';
import { documents } from './specimens/documents';
import { forms } from './specimens/forms';
import { layout } from './specimens/layout';
import { products } from './specimens/products';
import { text } from './specimens/text';
import { waiting } from './specimens/waiting';

/** Every component of `shared/ui` and `shared/forms`. components-page.test.tsx fails when one is missing here. */
export const chapters: readonly Chapter[] = [text, actions, products, waiting, forms, controls, layout, documents];
