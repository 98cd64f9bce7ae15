// A file of its own: a late import of all of `typed-text` would bring its readers into every page that reads a price.
export { readEmail } from '@shop/api-contract/typed-text';
