import type { SlotName, SlotProps } from '@shop/remote-contract/slots';

/** Props for the test of a new component of a slot. */
const sampleProps: SlotProps = {
  'product.below': { productId: 'p1' },
  'cart.summary': { itemCount: 2, total: 4999 },
  'home.section': {},
  'screen.suggestions': { productIds: ['p1'] },
};

export interface SlotFilesOptions {
  slot: SlotName;
  /** Name of the component without its ending: `Reviews`. */
  component: string;
  /** Heading of the section. */
  title: string;
}

/** Gives the folder of a slot's component: `product.below` becomes `product-below`. */
export const getSlotFolder = (slot: SlotName): string => slot.replaceAll('.', '-');

/** Formats the loaders of `src/routes.ts` for a slot. */
export const formatSlotLoaders = (slot: SlotName): string => `export const slots: RemoteSlots<typeof filledSlots> = {
  '${slot}': () => import(/* webpackChunkName: "${slot}" */ './features/${getSlotFolder(slot)}/${getSlotFolder(slot)}.slot'),
};
`;

/**
 * Creates the files of a slot's component: its declaration, the component and its test.
 *
 * @returns Contents by path, relative to the remote's folder.
 */
export function createSlotFiles({ slot, component, title }: SlotFilesOptions): Record<string, string> {
  const folder = getSlotFolder(slot);
  const section = `${component}Section`;
  const feature = `src/features/${folder}`;
  return {
    'src/slots.ts': `import type { FilledSlots } from '@shop/remote-contract/slots';

/** The slots this remote fills. */
export const slots = {
  '${slot}': { order: 100 },
} as const satisfies FilledSlots;
`,
    [`${feature}/${folder}.slot.tsx`]: `import type { RemoteSlot } from '@shop/remote-contract/slots';
import { ${section} } from './${folder}.section';

export const slot: RemoteSlot<'${slot}'> = { Slot: ${section} };
`,
    [`${feature}/${folder}.section.tsx`]: `import { useTexts } from '@shop/language/texts';
import { Container, Typography } from '@shop/ui/core';

const headingId = '${component.toLowerCase()}-heading';

/** ${title}: fills ${slot}. */
export function ${section}() {
  const t = useTexts();
  return (
    <Container component="section" maxWidth="xl" aria-labelledby={headingId}>
      <Typography id={headingId} variant="h2">
        {t('${title}')}
      </Typography>
      <Typography>{t('This section is new. Come back soon.')}</Typography>
    </Container>
  );
}
`,
    [`${feature}/${folder}.test.tsx`]: `import { renderSlot } from '@shop/testing/render-slot';
import { screen } from '@testing-library/react';
import { slots } from '../../routes';

test('shows its heading in ${slot}', async () => {
  await renderSlot(slots['${slot}'], ${JSON.stringify(sampleProps[slot])});
  expect(screen.getByRole('heading', { level: 2, name: '${title}' })).toBeInTheDocument();
});
`,
  };
}
