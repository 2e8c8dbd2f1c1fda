export { LinkOfAnother, LinkRefused, type LinkSigner, makeLinkSigner, makeLinks } from "./links.ts";
export { makeDiskFiles, type DiskFile, type DiskFiles } from "./disk.ts";
