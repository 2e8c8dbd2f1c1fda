export {
  type CertificateOptions,
  certificateKey,
  makeCertificatePress,
  oldCertificateKey,
} from "./certificates.ts";
export { makeReceiptRenderer } from "./receipts.ts";
export { type FileSignature, newCertificateKey, signFile, verifyFile } from "./signature.ts";
