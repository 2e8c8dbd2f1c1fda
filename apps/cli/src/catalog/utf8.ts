/** Returns the text of a file, without its byte order mark, or null if it is not UTF-8. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Returns the line of the first byte that is not UTF-8. */
export const lineOfBadByte = (bytes: Uint8Array): number => {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const next = end < 0 ? bytes.length : end + 1;
    if (textOf(bytes.subarray(from, next)) === null) return line;
    from = next;
  }
  return line;
};
