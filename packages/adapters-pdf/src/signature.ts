import { type KeyObject, createHash, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import type { CertificateKey } from "@backlot/ports";

const MARK = "\n%Backlot-Signature ";
const PDF = "%PDF-";

/** Returns the public part of a key as a JSON Web Key, with its thumbprint (RFC 7638) as the key id. */
export const publicKeyOf = (key: KeyObject): CertificateKey => {
  const { x } = createPublicKey(key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" })).export({
    format: "jwk",
  });
  if (key.asymmetricKeyType !== "ed25519" || x === undefined)
    throw new Error("a certificate's key must be an Ed25519 key");
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig" };
};

/** Generates a private key in the format that the setting expects. */
export const newCertificateKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

const keyOf = ({ kty, crv, x }: CertificateKey): KeyObject => createPublicKey({ key: { kty, crv, x }, format: "jwk" });

/** Returns the signature of bytes, base64url-encoded. */
export const signBytes = (bytes: Uint8Array, key: KeyObject): string => sign(null, bytes, key).toString("base64url");

/** Returns the key that made a signature of these bytes, or null if none of the keys did. */
export const signerOf = (
  bytes: Uint8Array,
  signature: string,
  keys: readonly CertificateKey[],
): CertificateKey | null => {
  const decoded = Buffer.from(signature, "base64url");
  // The last character has unused bits. Accept only the canonical encoding.
  if (decoded.toString("base64url") !== signature) return null;
  return keys.find((key) => verify(null, bytes, keyOf(key), decoded)) ?? null;
};

/** Appends a line to a file, a PDF comment, that signs all bytes before it. */
export const signFile = (file: Uint8Array, key: KeyObject): Uint8Array => {
  const body = Buffer.concat([file, Buffer.from(file.at(-1) === 0x0a ? "" : "\n")]);
  return Buffer.concat([body, Buffer.from(`${MARK.trimStart()}${publicKeyOf(key).kid} ${signBytes(body, key)}\n`)]);
};

/** The result of verifying a file's signature. */
export type FileSignature =
  | { readonly _tag: "signed"; readonly kid: string }
  | { readonly _tag: "unsigned" }
  | { readonly _tag: "unknown-key"; readonly kid: string }
  | { readonly _tag: "changed"; readonly kid: string };

/** Verifies a file's signature against known keys. Any changed byte fails. */
export const verifyFile = (file: Uint8Array, keys: readonly CertificateKey[]): FileSignature => {
  const bytes = Buffer.from(file);
  // Start after the line break before the mark, because the signature covers that line break.
  const at = bytes.subarray(0, PDF.length).toString("latin1") === PDF ? bytes.lastIndexOf(MARK) + 1 : 0;
  const [, kid, signature] =
    /^%Backlot-Signature ([\w-]{43}) ([\w-]{86})\n$/.exec(at === 0 ? "" : bytes.subarray(at).toString("latin1")) ?? [];
  if (kid === undefined || signature === undefined) return { _tag: "unsigned" };
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) return { _tag: "unknown-key", kid };
  return signerOf(bytes.subarray(0, at), signature, [key]) === null
    ? { _tag: "changed", kid }
    : { _tag: "signed", kid };
};
