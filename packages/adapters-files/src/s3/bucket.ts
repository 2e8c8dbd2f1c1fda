import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** A bucket and how it is reached. Without keys the SDK looks for them where it always does. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** The address of storage other than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null;
  readonly keys: { readonly id: string; readonly secret: string } | null;
}

/** Where addresses of a bucket lead: what a page must allow a form to be sent on to. */
export const storageOrigin = ({ bucket, region, endpoint }: S3Settings): string =>
  endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;

/** How long an address of a file is good, in seconds. (DWN-01) */
const ADDRESS_SECONDS = 60;

/** What is kept beside an object. */
interface StoredObject {
  readonly sha256: string | null;
}

/** A bucket as the store uses it. */
export interface Bucket {
  /** What is known of an object; null where there is none. */
  readonly head: (key: string) => Promise<StoredObject | null>;
  /** Keeps a local file under a key. */
  readonly put: (key: string, path: string, more: { readonly type: string; readonly sha256?: string }) => Promise<void>;
  /** An address that gives the object as a download of a name to whoever has it, for a minute. */
  readonly address: (key: string, fileName: string) => Promise<string>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");

// The SDK takes its time and its room: a store without a bucket never loads it.
const loadSdk = () => Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/s3-request-presigner")]);

const connect = async ({ region, endpoint, keys }: S3Settings) => {
  const [sdk, { getSignedUrl }] = await loadSdk();
  const client = new sdk.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // Storage that is not Amazon's does not know its newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { ...sdk, client, getSignedUrl };
};

/** Opens a bucket; nothing is asked of it until it is used. */
export const openBucket = (settings: S3Settings): Bucket => {
  const { bucket } = settings;
  let opened: ReturnType<typeof connect> | undefined;
  const open = () => (opened ??= connect(settings));
  return {
    head: async (Key) => {
      const { client, HeadObjectCommand } = await open();
      try {
        const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key }));
        return { sha256: Metadata?.["sha256"] ?? null };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    put: async (Key, path, { type, sha256 }) => {
      const { client, PutObjectCommand } = await open();
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key,
          Body: createReadStream(path),
          ContentLength: (await stat(path)).size,
          ContentType: type,
          ...(sha256 === undefined ? {} : { Metadata: { sha256 } }),
        }),
      );
    },
    address: async (Key, fileName) => {
      const { client, GetObjectCommand, getSignedUrl } = await open();
      return getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key,
          ResponseContentDisposition: `attachment; filename="${fileName.replaceAll(/["\\\r\n]/g, "")}"`,
          ResponseCacheControl: "private, no-store",
        }),
        { expiresIn: ADDRESS_SECONDS },
      );
    },
  };
};
