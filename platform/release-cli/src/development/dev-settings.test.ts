import { readDevSettings } from './dev-settings';

test('reads the address of the shop and the ports from the command line, and else from the variables', () => {
  const variables = { SHOP_URL: 'https://shop.example/products?x=1', PORT: '4000' };
  expect(readDevSettings([], variables)).toEqual({ shopUrl: 'https://shop.example', port: 4000, devPort: 3101 });
  const args = ['--shop-url', 'http://localhost:3000', '--port', '4001', '--dev-port=4002'];
  expect(readDevSettings(args, variables)).toEqual({ shopUrl: 'http://localhost:3000', port: 4001, devPort: 4002 });
});

test.each([
  [[], {}, 'No shop is named: set SHOP_URL'],
  [['--shop-url', 'shop.example'], {}, 'SHOP_URL is "shop.example": give an absolute address'],
  [[], { SHOP_URL: 'https://asha:secret@shop.example' }, 'SHOP_URL contains a user name or password: leave both out.'],
  [['--port', '0'], { SHOP_URL: 'https://shop.example' }, 'PORT is "0"'],
  [['--speed', '3'], {}, "Unknown option '--speed'"],
])('refuses the arguments %j with the variables %j', (args, variables, message) => {
  expect(() => readDevSettings(args, variables)).toThrow(message);
});
