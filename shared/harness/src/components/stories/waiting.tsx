import Stack from '@mui/material/Stack';
import { Button, Skeleton } from '@shop/ui/core';
import { LazyComponent } from '@shop/ui/lazy-component';
import { LoadFailure } from '@shop/ui/load-failure';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import type { StorySection } from '../story';

const lazy = { props: {}, placeholder: <Skeleton width="100%" />, failure: 'The form did not load.' };
const loadForever = () => new Promise<never>(() => {});
const failToLoad = () => Promise.reject(new Error('offline'));

export const waiting: StorySection = {
  id: 'waiting',
  title: 'Waiting, empty, failed',
  about: 'A screen is loading, empty, failed or ready. These are the first three.',
  stories: [
    {
      name: 'Skeleton',
      from: '@shop/ui/core',
      about: 'Has the shape of the content that loads, to avoid a layout shift. Add a visually hidden “Loading…”.',
      states: [
        {
          label: 'A product card',
          show: (
            <Stack spacing={1} sx={{ width: '100%' }}>
              <Skeleton variant="rounded" width="100%" height="auto" style={{ aspectRatio: '4 / 5' }} />
              <Skeleton variant="text" width="80%" style={{ fontSize: '1.2rem' }} />
              <Skeleton variant="text" width="40%" />
            </Stack>
          ),
        },
        {
          label: 'A paragraph',
          show: (
            <Stack sx={{ width: '100%' }}>
              <Skeleton variant="text" />
              <Skeleton variant="text" />
              <Skeleton variant="text" width="60%" />
            </Stack>
          ),
        },
        { label: 'A button', show: <Skeleton variant="rounded" width={160} height={44} /> },
      ],
    },
    {
      name: 'LoadFailure',
      from: '@shop/ui/load-failure',
      about:
        'Replaces a part of a screen that did not load: the message of the specification, word for word, and Try Again.',
      states: [
        { label: 'With Try Again', show: <RetryCounter />, isWide: true },
        {
          label: 'With another action',
          show: (
            <LoadFailure message="Product not found">
              <Button>Back to products</Button>
            </LoadFailure>
          ),
          isWide: true,
        },
      ],
    },
    {
      name: 'LazyComponent',
      from: '@shop/ui/lazy-component',
      about: 'A part of a screen whose code loads after the screen, such as a form.',
      states: [
        {
          label: 'Loading',
          show: <LazyComponent {...lazy} load={loadForever} />,
          isWide: true,
        },
        {
          label: 'Failed',
          show: <LazyComponent {...lazy} load={failToLoad} />,
          isWide: true,
        },
      ],
    },
    {
      name: 'NoticeScreen',
      from: '@shop/ui/notice-screen',
      about: 'A screen with a single message and links: an empty cart, a missing page, thank you.',
      states: [
        {
          label: 'Complete',
          show: (
            <NoticeScreen
              title="Your cart is empty"
              icon={<PackageOpen aria-hidden />}
              actions={
                <>
                  <Button variant="contained">Continue Shopping</Button>
                  <Button>Track an order</Button>
                </>
              }
            >
              What you add to your cart is kept on this device.
            </NoticeScreen>
          ),
          isWide: true,
        },
        { label: 'Minimal', show: <NoticeScreen title="No orders yet" />, isWide: true },
      ],
    },
  ],
};

function RetryCounter() {
  const [tries, setTries] = useState(0);
  const message = tries === 0 ? 'Failed to load products' : `Failed to load products, ${tries + 1} times`;
  return <LoadFailure message={message} onRetry={() => setTries(tries + 1)} />;
}
