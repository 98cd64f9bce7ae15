import { createHash } from 'node:crypto';

/** Ours: every product id is a version 5 UUID in this namespace (RFC 9562). */
const namespace = Buffer.from('7f1d2c0e5a9b4d3c8e6f10a2b3c4d5e6', 'hex');

/** The id of a product, from its handle: importing or seeding again keeps links alive. */
export function createProductId(handle: string): string {
  const bytes = createHash('sha1').update(namespace).update(handle).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
