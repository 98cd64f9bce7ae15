import { signedOut } from '@shop/session/session-slice';
import { aStoreInfo } from '@shop/testing/builders';
import { fillIn } from '@shop/testing/fill-in';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

function openContact(storeInfo: FakeAnswer = { body: aStoreInfo() }) {
  answer('GET', '/storeInfo', storeInfo);
  return renderRoutes({ paths, routes, at: '/contact' });
}

const message = {
  Name: 'Asha Rao',
  Email: 'asha@example.com',
  Subject: 'A saucepan',
  Message: 'Does it fit induction hobs?',
};
const labels = Object.keys(message);
const sent = "Message Sent / Thank you for contacting us. We'll get back to you shortly.";
const field = (label: string) => screen.getByRole('textbox', { name: label });
const findSendButton = () => screen.findByRole('button', { name: 'Send Message' });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });
/** Returns the terms with their details, in order. */
const getDetails = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

describe('the contact details', () => {
  it('shows e-mail, phone, hours and address of the company [1.identity-05 2.contact-01 9.constants-21]', async () => {
    openContact();
    expect(await screen.findByRole('link', { name: 'care@tamra.example' })).toHaveAttribute(
      'href',
      'mailto:care@tamra.example',
    );
    expect(screen.getByRole('link', { name: '+91 80 4000 1234' })).toHaveAttribute('href', 'tel:+918040001234');
    expect(getDetails()).toEqual([
      ['Email', 'care@tamra.example'],
      ['Phone', '+91 80 4000 1234'],
      ['Hours', 'Monday to Saturday, 10AM - 6PM'],
      ['Address', '14 Lavelle Road, Bengaluru 560001'],
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Contact us' })).toBeInTheDocument();
    expect(document.title).toBe('Contact – Tamra & Teak');
  });

  it('leaves out details that store information does not have', async () => {
    openContact({ body: { companyEmail: null, companyPhone: '', companyAddress: { street: 1 } } });
    await waitFor(() => expect(getDetails()).toEqual([['Hours', 'Monday to Saturday, 10AM - 6PM']]));
  });

  it('shows the rows of all details while store information loads', async () => {
    openContact('never');
    await findSendButton();
    expect(getDetails().map(([term]) => term)).toEqual(['Email', 'Phone', 'Hours', 'Address']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each<[string, FakeAnswer]>([
    ['the status 500', { status: 500, text: '<html>' }],
    ['no response', 'no response'],
  ])('keeps the form and loads the details again on Try Again after %s', async (_case, storeInfo) => {
    const { user } = openContact(storeInfo);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to load store information. Please refresh the page.',
    );
    expect(getDetails()).toEqual([['Hours', 'Monday to Saturday, 10AM - 6PM']]);
    expect(await findSendButton()).toBeEnabled();
    answer('GET', '/storeInfo', { body: aStoreInfo() });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'care@tamra.example' })).toBeInTheDocument();
  });
});

describe('the form', () => {
  it('shows four required fields, one of them of the type email [2.contact-02 3.forms-01 5.contact-01 5.contact-02]', async () => {
    openContact();
    await findSendButton();
    expect(labels.map((label) => field(label).getAttribute('name'))).toEqual(['name', 'email', 'subject', 'message']);
    for (const label of labels) expect(field(label)).toBeRequired();
    expect(field('Email')).toHaveAttribute('type', 'email');
  });

  it('shows the success toast after 1.5 seconds, sends no request and clears the fields [1.product-07 4.contact-01 4.contact-02 4.contact-03 7.notes-07 9.constants-20 R.28-1]', async () => {
    const { user } = openContact();
    await findSendButton();
    await fillIn(user, message);
    const start = performance.now();
    await user.click(await findSendButton());
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(notifications()).toBeEmptyDOMElement();
    await waitFor(() => expect(notifications()).not.toBeEmptyDOMElement());
    expect(performance.now() - start).toBeGreaterThanOrEqual(1490);
    expect(notifications().textContent).toBe(sent);
    await findSendButton();
    for (const label of labels) expect(field(label)).toHaveValue('');
    expect(calls().map(({ path }) => path)).toEqual(['/storeInfo']);
  });

  it.each([
    ['Name', '  ', 'Please enter your name'],
    ['Email', '', 'Please enter your email'],
    ['Email', 'asha', 'Please enter a valid email address'],
    ['Subject', '', 'Please enter a subject'],
    ['Message', '', 'Please enter a message'],
  ])('rejects the %s %p and focuses the field [5.contact-01 R.27-1]', async (label, text, error) => {
    const { user } = openContact();
    await findSendButton();
    await fillIn(user, { ...message, [label]: text });
    await user.click(await findSendButton());
    expect(await screen.findByText(error)).toBeInTheDocument();
    expect(field(label)).toHaveFocus();
    expect(field(label)).toBeInvalid();
    expect(field(label)).toHaveAccessibleDescription(error);
    expect(notifications()).toBeEmptyDOMElement();
  });

  it('shows the success toast and forgets the text when the shopper leaves the page while it sends', async () => {
    const { user, goTo } = openContact();
    await findSendButton();
    await fillIn(user, message);
    await user.click(await findSendButton());
    await screen.findByRole('button', { name: 'Sending...' });
    goTo('/404');
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeInTheDocument();
    await waitFor(() => expect(notifications()).toHaveTextContent(sent));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['stays', ['Message'], { Message: 'And one more question' }],
    ['stays in every field', labels, Object.fromEntries(labels.map((label) => [label, `${label} of the next`]))],
  ])('text that was typed while the message was sent %s, also over a reload', async (_case, changed, next) => {
    const { user } = openContact();
    await findSendButton();
    await fillIn(user, message);
    await user.click(await findSendButton());
    await screen.findByRole('button', { name: 'Sending...' });
    await fillIn(user, next);
    await waitFor(() => expect(notifications()).toHaveTextContent(sent));
    await findSendButton();
    const expectNext = () => {
      for (const label of labels) {
        expect(field(label)).toHaveValue(changed.includes(label) ? next[label as keyof typeof next] : '');
      }
    };
    expectNext();
    cleanup();
    openContact();
    await findSendButton();
    expectNext();
  });

  it('keeps the typed text over Back and a reload, until the message is sent', async () => {
    const { user, goTo, back } = openContact();
    await findSendButton();
    await fillIn(user, message);
    goTo('/404');
    await screen.findByRole('heading', { name: 'Oops! Page not found' });
    back();
    await findSendButton();
    for (const label of labels) expect(field(label)).toHaveValue(message[label as keyof typeof message]);
    expect(screen.queryAllByRole('alert')).toEqual([]);

    cleanup();
    const reloaded = openContact();
    await findSendButton();
    for (const label of labels) expect(field(label)).toHaveValue(message[label as keyof typeof message]);
    await reloaded.user.click(await findSendButton());
    await waitFor(() => expect(notifications()).toHaveTextContent(sent));
    await findSendButton();
    for (const label of labels) expect(field(label)).toHaveValue('');

    cleanup();
    openContact();
    await findSendButton();
    for (const label of labels) expect(field(label)).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('forgets the typed text when the shopper signs out', async () => {
    localStorage.setItem('auth_token', 'tok');
    const { user, store } = openContact();
    await findSendButton();
    await fillIn(user, message);
    sessionStorage.clear();
    sessionStorage.setItem('signed-out', '1');
    act(() => void store.dispatch(signedOut()));
    for (const label of labels) expect(field(label)).toHaveValue('');
    expect(Object.keys(sessionStorage)).toEqual(['signed-out']);
  });

  it.each(['{', 'null', '7', '[]', '{"name":7,"email":null,"message":{}}'])(
    'starts blank when storage holds %p',
    async (stored) => {
      sessionStorage.setItem('contact_draft', stored);
      openContact();
      await findSendButton();
      for (const label of labels) expect(field(label)).toHaveValue('');
    },
  );

  it('works where the browser refuses storage', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user } = openContact();
    await findSendButton();
    await fillIn(user, message);
    expect(field('Subject')).toHaveValue('A saucepan');
    jest.restoreAllMocks();
  });
});
