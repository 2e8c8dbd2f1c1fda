export { LinkOfAnother, LinkRefused, type LinkSecrets, type LinkSigner, makeLinkSigner, makeLinks } from "./links.ts";
export { type DiskStock, StockFileRefused, isStockName, makeDiskStock } from "./disk-stock.ts";
export { type DiskFile, type DiskFiles, type OpenedFile, type SoldFiles, fileLink, makeDiskFiles } from "./disk.ts";
export { type ArrivedUpload, type UploadFacts, type Uploads, makeUploads } from "./uploads.ts";
export { contentTypeOf } from "./file-types.ts";
export { type S3Settings, openBucket, storageOrigin } from "./s3/bucket.ts";
export { makeS3Files } from "./s3/s3-files.ts";
export { makeS3Stock } from "./s3/s3-stock.ts";
export { type FileLeases, type FileState, type MakeFile, makeFileQueue, nameOf } from "./file-queue.ts";
