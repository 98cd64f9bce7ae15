import { Stack, Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { useState } from 'react';
import copperPan from '../copper-pan.avif';
import noPicture from '../no-picture.svg';
import type { StorySection } from '../story';

const sizes = '(min-width: 480px) 280px, 90vw';
const of = (url: string) => ({ picture: { url }, alt: '', fallback: noPicture, sizes });

export const products: StorySection = {
  id: 'products',
  title: 'Products',
  about: 'What a product looks like wherever it shows: card, page, cart, order.',
  stories: [
    {
      name: 'Picture',
      from: '@shop/ui/picture',
      about:
        'A picture in a place kept for it: best encoding first, lazy unless isPriority, and a stand-in when it is missing or broken.',
      states: [
        { label: '4 : 5, as on a card', show: <Whole {...of(copperPan)} /> },
        { label: 'Square, as in the cart', show: <Whole {...of(copperPan)} ratio="1 / 1" /> },
        { label: 'Missing or broken', show: <Whole {...of('')} /> },
      ],
    },
    {
      name: 'Price',
      from: '@shop/ui/price',
      about: 'Rupees in Indian digits, with what it was when that was more. The words for it are read out.',
      states: [
        { label: 'A price', show: <Price price={4850} /> },
        { label: 'On sale', show: <Price price={3990} originalPrice={4850} /> },
        { label: 'Lakhs', show: <Price price={123_456} /> },
        {
          label: 'Large, on a product’s page',
          show: (
            <Typography component="div" sx={{ fontSize: '1.5rem' }}>
              <Price price={3990} originalPrice={4850} />
            </Typography>
          ),
        },
      ],
    },
    {
      name: 'QuantityStepper',
      from: '@shop/ui/quantity-stepper',
      about: 'Chooses how many, by button or by typing. It stops at 1 and knows no maximum.',
      states: [
        { label: 'One: no less', show: <Counted start={1} label="Quantity of Copper Saucepan" /> },
        { label: 'Some', show: <Counted start={12} label="Quantity of Steel Stockpot" /> },
        { label: 'Very many', show: <Counted start={1_250_000} label="Quantity of Brass Ladle" /> },
      ],
    },
  ],
};

function Whole(props: Parameters<typeof Picture>[0]) {
  return (
    <Stack sx={{ width: '100%' }}>
      <Picture {...props} />
    </Stack>
  );
}

function Counted({ start, label }: { start: number; label: string }) {
  const [quantity, setQuantity] = useState(start);
  return <QuantityStepper quantity={quantity} onChange={setQuantity} label={label} />;
}
