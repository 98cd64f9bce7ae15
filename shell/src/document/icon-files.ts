// The browser build imports this file only to emit the icon files that documents link to.
export { default as appleTouchIcon } from './icons/apple-touch-icon.png';
export { default as favicon } from './icons/favicon.png';
export { default as icon } from './icons/icon.svg';
export { default as icon192 } from './icons/icon-192.png';
export { default as icon512 } from './icons/icon-512.png';
export { default as maskable512 } from './icons/maskable-512.png';
