export { LinkRefused, type LinkSigner, makeLinkSigner } from "./links.ts";
export { makeDiskFiles, type DiskFile, type DiskFiles } from "./disk.ts";
