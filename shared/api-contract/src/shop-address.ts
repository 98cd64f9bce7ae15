/**
 * Origin of the shop's own calls (`/-/search`) while a page is rendered on a server. The gateway answers them itself. The
 * name resolves nowhere (RFC 6761), so that such a call never leaves a server.
 */
export const renderedShopOrigin = 'http://shop.invalid';
