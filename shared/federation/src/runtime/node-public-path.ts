// First module of a Node build. The server that loads the build provides the base URL of the release's files, so that
// pictures in server-rendered HTML have the same URLs as in the browser.
declare var __webpack_public_path__: string;
declare function require(id: '@shop/release-base'): string;

__webpack_public_path__ = require('@shop/release-base');

export {};
