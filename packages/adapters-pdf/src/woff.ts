import { inflateSync } from "node:zlib";

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number): number => (length + 3) & ~3;

/**
 * Returns the TrueType font inside a WOFF file. The renderer's own decompressor fails on some valid files, among them
 * one with the most common Chinese characters.
 */
export const unpackWoff = (file: Buffer): Buffer => {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
    const stored = file.subarray(offset, offset + packed);
    return {
      tag: file.subarray(entry, entry + 4),
      checksum: file.subarray(entry + 16, entry + 20),
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const bodies: Buffer[] = [];
  let at = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(at, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    bodies.push(data, Buffer.alloc(padded(data.length) - data.length));
    at += padded(data.length);
  }
  return Buffer.concat([head, ...bodies]);
};
