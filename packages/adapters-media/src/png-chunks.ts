/** The number of bytes of a PNG to read for its color information, which comes before its pixels. */
export const PNG_HEAD = 65_536;

/** The gamma of linear light, in the unit of the gAMA chunk. */
const LINEAR_GAMMA = 100_000;

/** The transfer function of linear light, in the numbers of the cICP chunk. */
const LINEAR_TRANSFER = 8;

/** Returns whether a PNG states that its values are linear light. */
export const isLinearPng = (bytes: Buffer): boolean => {
  let gamma: number | null = null;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    // These chunks override the gamma, which is only a fallback for old programs.
    if (type === "sRGB" || type === "iCCP") return false;
    if (type === "cICP") return bytes[at + 9] === LINEAR_TRANSFER;
    if (type === "gAMA") gamma = bytes.readUInt32BE(at + 8);
    if (type === "IDAT") break;
  }
  return gamma === LINEAR_GAMMA;
};
