import { fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './picture';

it('offers no encoding of a picture that failed to load', () => {
  render(
    <Picture
      picture={{ url: '/pan.jpg', sources: [{ type: 'image/avif', srcset: '/pan-320.avif 320w' }] }}
      alt="A pan"
      fallback="/none.svg"
      sizes="50vw"
    />,
  );
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img')).toHaveAttribute('src', '/none.svg');
  expect(document.querySelector('source')).not.toBeInTheDocument();
});
