import { Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { useState } from 'react';
import copperPan from '../copper-pan.avif';
import noPicture from '../no-picture.svg';
import type { StorySection } from '../story';

const sizes = '(min-width: 480px) 280px, 90vw';
const pictureProps = (url: string) => ({ picture: { url }, alt: '', fallback: noPicture, sizes });

export const products: StorySection = {
  id: 'products',
  title: 'Products',
  about: 'Parts of a product on a card, its page, the cart and an order.',
  stories: [
    {
      name: 'Picture',
      from: '@shop/ui/picture',
      about:
        'A picture with reserved space: smallest encoding first, lazy unless isPriority, and a fallback for a missing or broken picture.',
      states: [
        { label: '4 : 5, as on a card', show: <FullWidth {...pictureProps(copperPan)} /> },
        { label: 'Square, as in the cart', show: <FullWidth {...pictureProps(copperPan)} ratio="1 / 1" /> },
        { label: 'Missing or broken', show: <FullWidth {...pictureProps('')} /> },
      ],
    },
    {
      name: 'Price',
      from: '@shop/ui/price',
      about:
        'Rupees with Indian digit grouping, and the higher original price of a sale. Screen readers announce the original price.',
      states: [
        { label: 'A price', show: <Price price={4850} /> },
        { label: 'On sale', show: <Price price={3990} originalPrice={4850} /> },
        { label: 'Lakhs', show: <Price price={123_456} /> },
        {
          label: 'Large, on a product’s page',
          show: (
            <Typography component="div" style={{ fontSize: '1.5rem' }}>
              <Price price={3990} originalPrice={4850} />
            </Typography>
          ),
        },
      ],
    },
    {
      name: 'QuantityStepper',
      from: '@shop/ui/quantity-stepper',
      about: 'Chooses a quantity by buttons or by typing. The minimum is 1, and there is no maximum.',
      states: [
        { label: 'Minimum', show: <StatefulStepper start={1} label="Quantity of Copper Saucepan" /> },
        { label: 'Some', show: <StatefulStepper start={12} label="Quantity of Steel Stockpot" /> },
        { label: 'Large quantity', show: <StatefulStepper start={1_250_000} label="Quantity of Brass Ladle" /> },
      ],
    },
  ],
};

function FullWidth(props: Parameters<typeof Picture>[0]) {
  return (
    <div style={{ width: '100%' }}>
      <Picture {...props} />
    </div>
  );
}

function StatefulStepper({ start, label }: { start: number; label: string }) {
  const [quantity, setQuantity] = useState(start);
  return <QuantityStepper quantity={quantity} onChange={setQuantity} label={label} />;
}
