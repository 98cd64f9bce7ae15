import { storeApi } from '@shop/api-client/store-api';
import { createElement, useState } from 'react';
import './ratings.css';

const api = storeApi.injectEndpoints({
  endpoints: (build) => ({ ratingsInfo: build.query({ query: () => '/storeInfo' }) }),
});
function Screen() {
  const [count, setCount] = useState(0);
  const { data } = api.endpoints.ratingsInfo.useQuery();
  return createElement(
    'article',
    { className: '_mf-ratings_stars' },
    createElement('h1', null, 'Ratings'),
    createElement('p', null, data ? `Shop: ${data.storeName}` : 'Loading'),
    createElement('button', { type: 'button', onClick: () => setCount(count + 1) }, `${count} stars`),
  );
}
export const screen = { Screen };
