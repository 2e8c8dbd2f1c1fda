export { LinkOfAnother, LinkRefused, type LinkSigner, makeLinkSigner, makeLinks } from "./links.ts";
export { type DiskStock, StockFileRefused, makeDiskStock } from "./disk-stock.ts";
export { makeDiskFiles, type DiskFile, type DiskFiles } from "./disk.ts";
