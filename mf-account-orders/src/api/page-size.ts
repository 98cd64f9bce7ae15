/** Orders on one page of the list. */
export const orderPageSize = 20;
