import { actions } from './stories/actions';
import { controls } from './stories/controls';
import { documents } from './stories/documents';
import { forms } from './stories/forms';
import { layout } from './stories/layout';
import { products } from './stories/products';
import { text } from './stories/text';
import { waiting } from './stories/waiting';
import type { StorySection } from './story';

/** Every component of `shared/ui` and `shared/forms`. components-page.test.tsx fails when one is missing. */
export const sections: readonly StorySection[] = [text, actions, products, waiting, forms, controls, layout, documents];
