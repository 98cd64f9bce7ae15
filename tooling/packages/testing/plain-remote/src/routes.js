export const routes = { ratings: () => import(/* webpackChunkName: "ratings" */ './ratings.js') };
