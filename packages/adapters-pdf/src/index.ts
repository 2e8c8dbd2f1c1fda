export {
  type CertificateOptions,
  certificateKey,
  makeCertificatePress,
  newCertificateKey,
  oldCertificateKey,
} from "./certificates.ts";
export { makeReceiptRenderer } from "./receipts.ts";
export { type FileSignature, signFile, verifyFile } from "./signature.ts";
