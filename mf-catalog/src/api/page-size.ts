/** Products on a page of the list. Specification 9. */
export const pageSize = 12;
