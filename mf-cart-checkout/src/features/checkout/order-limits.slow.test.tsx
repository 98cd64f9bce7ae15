import { NewOrderJson } from '@shop/api-contract/schemas/order';
import { calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { maxLinesPerOrder } from '../../cart-view/order-limit-note';
import {
  dabba,
  findSubmitButton,
  getNotifications,
  largerSaucepan,
  openFilledCheckout,
  saucepan,
} from './testing/open-checkout';

fakeStoreApi();

describe('checkout', () => {
  it.each([
    [
      'pieces of one product',
      [{ ...saucepan, quantity: 9999 }, largerSaucepan],
      /^One order takes up to 10,000 pieces of Hammered/,
    ],
    [
      'products',
      Array.from({ length: 201 }, (_, index) => ({ ...dabba, id: `d${index}` })),
      /^One order takes up to 200 different/,
    ],
    [
      'lines',
      Array.from({ length: 501 }, (_, index) => ({ ...dabba, selectedSize: `${index}` })),
      /^One order takes up to 500 choices of size and colour/,
    ],
  ])('says before it sends that the order has too many %s', async (_what, lines, message) => {
    const { user } = await openFilledCheckout(lines);
    expect(screen.getByText(message)).toBeInTheDocument();
    await user.click(await findSubmitButton());
    await waitFor(() => expect(getNotifications()).toHaveTextContent(/^Order not placed \/ One order takes up to/));
    expect(calls('POST')).toEqual([]);
  });

  it('allows as many lines as the API accepts', () => {
    expect(NewOrderJson.properties.lines).toMatchObject({ maxItems: maxLinesPerOrder });
  });
});
