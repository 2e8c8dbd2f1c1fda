import { type KeyObject, createPrivateKey, createPublicKey } from "node:crypto";
import { type Certificate, firstCharacters, licenseeName } from "@backlot/domain";
import type { CertificateAddress, CertificateKey, CertificateRenderer } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { publicKeyOf, signBytes, signFile, signerOf } from "./signature.ts";

/** Configuration for rendering and signing certificates. */
export interface CertificateOptions {
  /** The Ed25519 key that signs: PKCS #8, base64. */
  readonly key: string;
  /** Public keys of earlier signing keys: SPKI, base64. */
  readonly oldKeys: readonly string[];
  readonly siteUrl: string;
}

const ed25519 = (key: KeyObject): KeyObject => {
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  return key;
};

const der = (base64: string): Buffer => Buffer.from(base64, "base64");

/** Parses a private key from a setting. Throws if it can't sign certificates. */
export const certificateKey = (base64: string): KeyObject =>
  ed25519(createPrivateKey({ key: der(base64), format: "der", type: "pkcs8" }));

/** Parses a public key from a setting. Throws if it can't verify certificates. */
export const oldCertificateKey = (base64: string): KeyObject =>
  ed25519(createPublicKey({ key: der(base64), format: "der", type: "spki" }));

/**
 * Returns the bytes to sign for a certificate's URL. Because of the prefix, a URL's signature isn't valid for a file,
 * and vice versa.
 */
const addressBytes = (payload: string): Buffer => Buffer.from(`backlot-certificate-address:${payload}`);

/** The maximum length of a licensee's name in a URL, in characters. The QR code has no room for more. */
const NAME_IN_ADDRESS = 100;

const shortened = (name: string): string => firstCharacters(name, NAME_IN_ADDRESS);

type Fields = readonly [string, string, number, string, string];

const isFields = (value: unknown): value is Fields =>
  Array.isArray(value) &&
  value.length === 5 &&
  value.every((each, index) => typeof each === (index === 2 ? "number" : "string"));

/** Creates the certificate renderer, with react-pdf and Ed25519 signatures. */
export const makeCertificatePress = ({ key, oldKeys, siteUrl }: CertificateOptions): CertificateRenderer => {
  const signingKey = certificateKey(key);
  const publicKeys: readonly CertificateKey[] = [signingKey, ...oldKeys.map(oldCertificateKey)].map(publicKeyOf);
  const address = (certificate: Certificate): string => {
    const { number, license_token, license_id, issued_at } = certificate;
    const fields: Fields = [number, license_token, license_id, shortened(licenseeName(certificate)), issued_at];
    const payload = Buffer.from(JSON.stringify(fields), "utf8").toString("base64url");
    const url = new URL(`/licenses/verify/${number}`, siteUrl);
    url.searchParams.set("c", payload);
    url.searchParams.set("s", signBytes(addressBytes(payload), signingKey));
    return url.href;
  };
  const readAddress = (payload: string, signature: string): CertificateAddress | null => {
    if (signerOf(addressBytes(payload), signature, publicKeys) === null) return null;
    const fields: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    if (!isFields(fields)) return null;
    const [number, license_token, license_id, licensee, issued_at] = fields;
    return { number, license_token, license_id, licensee, issued_at };
  };
  return {
    address,
    readAddress,
    keys: () => publicKeys,
    unprintable: (texts) =>
      Effect.promise(async () => {
        const { missingCharacters } = await import("./fonts.ts");
        const characterLists = await Promise.all(texts.map(missingCharacters));
        return [...new Set(characterLists.flat())];
      }),
    print: (certificate, seller) =>
      Effect.promise(async () => {
        // Load the renderer only when a certificate is issued.
        const { drawCertificate } = await import("./certificate-page.ts");
        return signFile(await drawCertificate(certificate, address(certificate), seller), signingKey);
      }),
  };
};
