import { parseSync } from '@swc/core';
import { findEndpoints } from './find-endpoints';

const find = (code: string) => findEndpoints(parseSync(code, { syntax: 'ecmascript', target: 'es2022' }));

it.each([
  [
    'an arrow function',
    'let a=s.injectEndpoints({endpoints:e=>({ratingsOf:e.query({}),"ratingsAdd":e.mutation({})})})',
  ],
  ['a function', 'x(0,(0,s.api).injectEndpoints({endpoints:function(e){return{ratingsOf:e.query({}),ratingsAdd:1}}}))'],
  [
    'a method',
    'if(q){s.injectEndpoints({overrideExisting:!1,endpoints(e){const o=1;return{ratingsOf:o,ratingsAdd(){}}}})}',
  ],
])('finds the names of endpoints in %s, as a minifier leaves them', (_, code) => {
  expect(find(code)).toEqual({ names: ['ratingsOf', 'ratingsAdd'], unreadable: 0 });
});

it.each([
  ['a function of another place', 's.injectEndpoints({endpoints:create})'],
  ['a computed name', 's.injectEndpoints({endpoints:e=>({[name]:e.query({})})})'],
  ['a spread', 's.injectEndpoints({endpoints:e=>({...all,ratingsOf:e.query({})})})'],
])('counts a call whose names are in %s', (_, code) => {
  expect(find(code)).toEqual({ names: [], unreadable: 1 });
});

it('finds nothing in code without endpoints', () => {
  expect(find('export const injectEndpoints = () => ({ endpoints: {} })')).toEqual({ names: [], unreadable: 0 });
});
