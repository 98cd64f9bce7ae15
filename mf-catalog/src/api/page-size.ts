/** Products a page. Specification 9. */
export const pageSize = 12;
