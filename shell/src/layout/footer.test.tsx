import { aStoreInfo } from '@shop/testing/builders';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { openShop } from '../testing/open-shop';

fakeStoreApi();

const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'));

describe('footer', () => {
  it('shows company details, every link of the specification, and this year [1.identity-03 2.footer-01 2.footer-02 2.footer-03 2.footer-04 2.footer-06 R.05-1]', async () => {
    await openShop();
    const footer = within(screen.getByRole('contentinfo'));
    expect(await footer.findByText('Tamra Home Private Limited')).toBeInTheDocument();
    expect(footer.getByText('14 Lavelle Road, Bengaluru 560001')).toBeInTheDocument();
    expect(footer.getByRole('link', { name: '+91 80 4000 1234' })).toHaveAttribute('href', 'tel:+918040001234');
    expect(footer.getByRole('link', { name: 'care@tamra.example' })).toHaveAttribute(
      'href',
      'mailto:care@tamra.example',
    );
    const listLinks = (name: string) => hrefs(within(footer.getByRole('navigation', { name })).getAllByRole('link'));
    expect(listLinks('Help')).toEqual(['/terms', '/privacy', '/refund', '/return', '/shipping', '/about', '/contact']);
    expect(listLinks('Company')).toEqual(['/account', '/orders', '/track-order']);
    expect(listLinks('Product categories')).toEqual([
      '/products?category=cookware',
      '/products?category=kitchen-storage',
      '/products?category=kitchen-tools',
      '/products',
    ]);
    expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()} `))).toBeInTheDocument();
  });

  it.each([
    ['Tamra Home LLP', 'Tamra Home LLP. All rights reserved.'],
    ['Tamra Home Pvt. Ltd.', 'Tamra Home Pvt. Ltd. All rights reserved.'],
  ])('ends the name of the owner %s with one full stop', async (companyName, line) => {
    await openShop(aStoreInfo({ companyName }));
    expect(await screen.findByText(`© ${new Date().getFullYear()} ${line}`)).toBeInTheDocument();
  });

  it('folds each list of links into a disclosure with its name', async () => {
    await openShop();
    const footer = within(screen.getByRole('contentinfo'));
    const groups = footer.getAllByRole('navigation').flatMap((list) => within(list).getAllByRole('group'));
    expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual([
      'Help',
      'Company',
      'Categories',
    ]);
    expect(groups.map((group) => group.querySelectorAll('a').length)).toEqual([7, 3, 4]);
    expect(groups.filter((group) => group.hasAttribute('open'))).toEqual([]);
  });

  it('links to the shop’s own social networks [2.footer-05]', async () => {
    await openShop();
    const footer = within(screen.getByRole('contentinfo'));
    await waitFor(() =>
      expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
        'href',
        'https://www.instagram.com/tamra',
      ),
    );
    expect(footer.queryByRole('link', { name: 'Facebook' })).toBeNull();
  });

  it.each<Record<string, string>>([{}, { youtube: 'https://www.youtube.com/tamra' }])(
    'links to instagram, facebook and twitter when the shop names none of them: %j [2.footer-05]',
    async (socialLinks) => {
      await openShop(aStoreInfo({ socialLinks }));
      const footer = within(screen.getByRole('contentinfo'));
      await footer.findByText('Tamra Home Private Limited');
      const networks = within(footer.getByRole('list', { name: 'Social networks' }));
      expect(hrefs(networks.getAllByRole('link'))).toEqual([
        'https://www.instagram.com',
        'https://www.facebook.com',
        'https://twitter.com',
      ]);
    },
  );

  it('never links to an address that is not a web address', async () => {
    await openShop(aStoreInfo({ socialLinks: { instagram: 'javascript:alert(1)' } }));
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://www.instagram.com');
    expect(footer.getByRole('link', { name: 'Twitter' })).toBeInTheDocument();
  });
});

test('the bottom bar links to home, the categories, the account and the cart [2.footer-08]', async () => {
  await openShop(aStoreInfo(), '/products');
  const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
  expect(
    bar.getAllByRole('link').map((link) => [link.textContent?.replace(/^\d+/, ''), link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/'],
    ['Category', '/products'],
    ['My Account', '/account'],
    ['Cart', '/cart'],
  ]);
  expect(bar.getByRole('link', { name: 'Category' })).toHaveAttribute('aria-current', 'page');
});
