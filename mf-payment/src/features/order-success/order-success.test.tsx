import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

describe('the thank-you page', () => {
  it('thanks the shopper, announces the e-mail and links to orders and home [2.success-01 2.success-02 2.success-03]', async () => {
    const { user, location } = renderRoutes({ paths, routes, at: '/order-success' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank You for Your Order!' })).toBeInTheDocument();
    expect(screen.getByText(/^An e-mail with the details of your order will be sent/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(document.title).toBe('Thank you – Tamra & Teak'));
    await user.click(screen.getByRole('link', { name: 'View My Orders' }));
    expect(location().pathname).toBe('/orders');
  });

  it('renders without store information', async () => {
    answer('GET', '/storeInfo', 'no response');
    renderRoutes({ paths, routes, at: '/order-success' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.title).toBe('Thank you');
  });
});
