import { holdsCode } from './find-code';
import { parseScript } from './syntax-tree';

const chunk = (modules: string) =>
  `"use strict";(self.rspackChunkmf_a=self.rspackChunkmf_a||[]).push([[302],{${modules}}]);`;

it.each([
  ['an object', chunk('7957(s){s.exports={a:[1,"x"]}}')],
  ['JSON of several modules', chunk(`1(s){s.exports=JSON.parse('{"a":"f(x)"}')},2(s){s.exports=JSON.parse('[]')}`)],
  ['the address of a file', chunk('5173(s,p,r){s.exports=r.p+"e2.png"}')],
  ['a style sheet', chunk('983(){}')],
  ['modules of an older syntax', chunk('1:function(s){s.exports=1},2:s=>{s.exports="x"}')],
  ['the list of chunks of webpack', '(Array.isArray(self.a)?self.a:self.a=[]).push([[1],{1(e){e.exports="<svg/>"}}]);'],
])('finds no code in a chunk with %s', async (_, code) => {
  expect(holdsCode(await parseScript(code, false))).toBe(false);
});

it.each([
  ['a call', chunk('1(s,p,r){r(2).start()}')],
  ['a function', chunk('1(s){s.exports=function(a){return a}}')],
  ['an arrow function', chunk('1(s){s.exports={add:(a,b)=>a+b}}')],
  ['a method', chunk('1(s){s.exports={add(a,b){return a+b}}}')],
  ['a class', chunk('1(s){s.exports=class{add(a,b){return a+b}}}')],
  ['an instance', chunk('1(s){s.exports=new Map}')],
  ['a script that is no chunk', '!function(e){e.leftPad=e=>e}(self)'],
])('finds code in a script with %s', async (_, code) => {
  expect(holdsCode(await parseScript(code, false))).toBe(true);
});
