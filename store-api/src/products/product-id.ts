import { createHash } from 'node:crypto';

/** Namespace of the product ids. Each id is a version 5 UUID (RFC 9562). */
const namespace = Buffer.from('7f1d2c0e5a9b4d3c8e6f10a2b3c4d5e6', 'hex');

/** Creates the id of a product from its handle, so that a repeated import or seed keeps the product's links valid. */
export function createProductId(handle: string): string {
  const bytes = createHash('sha1').update(namespace).update(handle).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
