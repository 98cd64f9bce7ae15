/** Id of the `<main>` element in every layout. */
export const mainId = 'main';
