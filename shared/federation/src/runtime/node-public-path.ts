// First module of a Node build: the server that loads it says where the release's files are served, so that pictures in
// server-made HTML have the address that the browser build gives them.
declare var __webpack_public_path__: string;
declare function require(id: '@shop/release-base'): string;

__webpack_public_path__ = require('@shop/release-base');

export {};
