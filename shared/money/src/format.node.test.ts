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

  it('writes what Intl.NumberFormat writes in the locale en-IN', () => {
    const style = { style: 'currency', currency: 'INR', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
    const reference = new Intl.NumberFormat('en-IN', style);
    const wholes = [0, 7, 42, 999, 1000, 12_345, 99_999, 100_000, 1_234_567, 12_345_678, 123_456_789];
    const amounts = wholes.flatMap((whole) => [0, 0.05, 0.1, 0.5, 0.99].map((paise) => whole + paise));
    const all = [...amounts, ...amounts.slice(1).map((amount) => -amount)];
    expect(all.map(formatInr)).toEqual(all.map((amount) => reference.format(amount)));
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
