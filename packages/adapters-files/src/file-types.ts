/** The content types of product files, by the extension of their names. */
const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  glb: "model/gltf-binary",
  jpg: "image/jpeg",
  mov: "video/quicktime",
  mp4: "video/mp4",
  png: "image/png",
  tif: "image/tiff",
  usdz: "model/vnd.usdz+zip",
  webm: "video/webm",
  zip: "application/zip",
};

/** Returns the extension of a file name, such as "zip", or an empty string. */
export const extensionOf = (fileName: string): string => /\.(\w+)$/.exec(fileName)?.[1] ?? "";

/** Returns the content type of a file name by its extension, or null if it is unknown. */
export const knownType = (fileName: string): string | null => TYPES[extensionOf(fileName)] ?? null;

export const contentTypeOf = (fileName: string): string => knownType(fileName) ?? "application/octet-stream";
