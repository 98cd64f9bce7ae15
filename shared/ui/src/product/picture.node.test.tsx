import { renderToString } from 'react-dom/server';
import { Picture, type PictureProps } from './picture';

const avif = { type: 'image/avif', srcset: '/pan-320.avif 320w, /pan-640.avif 640w' };
const webp = { type: 'image/webp', srcset: '/pan-320.webp 320w' };
const excerpt = { type: 'image/avif', srcset: '/pan-wide-640.avif 640w', media: '(max-width: 767.95px)' };

function Pan(props: Partial<PictureProps> & Pick<PictureProps, 'picture'>) {
  return <Picture alt="A pan" fallback="/none.svg" sizes="50vw" {...props} />;
}

/** Renders a picture on a server and returns the attributes of its preloads and of its image. */
function renderOnServer({ sources = [avif, webp], ...props }: Partial<PictureProps> & { sources?: (typeof avif)[] }) {
  const html = renderToString(<Pan picture={{ url: '/pan.jpg', sources }} {...props} />);
  const list = (element: string) =>
    [...html.matchAll(new RegExp(`<${element} ([^>]*)>`, 'g'))].map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name.toLowerCase(), value]),
      ),
    );
  return { preloads: list('link'), image: list('img')[0] };
}

it('preloads the first encoding of a picture with priority, and no other', () => {
  const { preloads, image } = renderOnServer({ isPriority: true });
  expect(preloads).toEqual([
    {
      rel: 'preload',
      as: 'image',
      type: avif.type,
      imagesrcset: avif.srcset,
      imagesizes: '50vw',
      fetchpriority: 'high',
    },
  ]);
  expect(image).toMatchObject({ loading: 'eager', fetchpriority: 'high' });
});

it('preloads each file of a picture for the windows that show it', () => {
  const { preloads } = renderOnServer({ isPriority: true, sources: [excerpt, avif, webp] });
  expect(preloads.map(({ imagesrcset, media }) => [imagesrcset, media])).toEqual([
    [excerpt.srcset, '(max-width: 767.95px)'],
    [avif.srcset, 'not all and (max-width: 767.95px)'],
  ]);
});

it.each([
  ['lazily', {}, 'lazy'],
  ['at once when it is above the fold', { isLazy: false }, 'eager'],
])('loads a picture without priority %s and does not preload it', (_when, props, loading) => {
  const { preloads, image } = renderOnServer(props);
  expect(preloads).toEqual([]);
  expect(image).toMatchObject({ loading, fetchpriority: 'auto' });
});

it('reserves the space of a picture', () => {
  const { image } = renderOnServer({ picture: { url: '/pan.jpg', width: 720, height: 900 } });
  expect(image).toMatchObject({ width: '720', height: '900' });
});
