export {
  type CertificateOptions,
  certificateKey,
  makeCertificatePress,
  newCertificateKey,
  oldCertificateKey,
} from "./certificates.ts";
export { type FileSignature, signFile, verifyFile } from "./signature.ts";
