import drawing from '../pictures/drawings/product-fallback.svg';

/** Stands in for a product's picture that is missing or broken. Specification 2 "Product card". */
export const productFallback = drawing;
