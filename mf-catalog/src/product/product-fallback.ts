import drawing from '../pictures/drawings/product-fallback.svg';

/** Replaces the picture of a product when it is missing or fails to load. Specification 2 "Product card". */
export const productFallback = drawing;
