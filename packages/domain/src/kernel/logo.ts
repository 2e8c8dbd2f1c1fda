/** The maximum size of a logo, in bytes. A request can't contain more. */
export const MAX_LOGO_BYTES = 70_000;

/** The supported media types of logos. */
export type LogoType = "image/png" | "image/svg+xml" | "image/webp";

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Detects the type of an image file from its content, or returns null for anything but PNG, WebP, and SVG. */
export const logoType = (bytes: Uint8Array): LogoType | null => {
  if (bytes[0] === 0x89 && startsWith(bytes, 1, "PNG")) return "image/png";
  if (startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP")) return "image/webp";
  const head = new TextDecoder().decode(bytes.subarray(0, 2_000));
  return /<svg[\s>]/.test(head) ? "image/svg+xml" : null;
};
