export { LinkRefused, type LinkSigner, makeLinkSigner } from "./links.ts";
export { makeDiskFiles, type DiskFiles } from "./disk.ts";
