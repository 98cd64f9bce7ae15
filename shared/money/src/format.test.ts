import { formatInr, formatOrderAmount } from './format';

describe('formatInr', () => {
  it.each([
    [1999, '₹1,999'],
    [1999.5, '₹1,999.5'],
    [1999.999, '₹2,000'],
    [123456, '₹1,23,456'],
    [0, '₹0'],
    [Number.NaN, '₹0'],
  ])('writes %p as %p [1.display-03 9.constants-12 R.06-1]', (amount, text) => {
    expect(formatInr(amount)).toBe(text);
  });
});

describe('formatOrderAmount', () => {
  it('keeps the dollar sign and two decimals of the order views [1.display-04 R.06-2]', () => {
    expect(formatOrderAmount(1999)).toBe('$1999.00');
    expect(formatOrderAmount(1999.5)).toBe('$1999.50');
    expect(formatOrderAmount(Number.POSITIVE_INFINITY)).toBe('$0.00');
  });

  it('writes rupees when the deployment says so', () => {
    expect(formatOrderAmount(1999.5, 'rupee')).toBe('₹1,999.5');
  });
});
