export { LinkRefused, type LinkSigner, makeLinkSigner, makeOrderLinks } from "./links.ts";
export { makeDiskFiles, type DiskFile, type DiskFiles } from "./disk.ts";
