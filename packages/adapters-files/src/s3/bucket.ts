import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** An S3 bucket and its credentials. Without keys, the SDK uses its default credential chain. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** The URL of an S3-compatible service, or null for Amazon S3. */
  readonly endpoint: string | null;
  readonly keys: { readonly id: string; readonly secret: string } | null;
}

/** Returns the origin of a bucket's URLs. Pages must allow form submissions to redirect to it. */
export const storageOrigin = ({ bucket, region, endpoint }: S3Settings): string =>
  endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;

/** How long a file's URL is valid, in seconds. */
const ADDRESS_SECONDS = 60;

/** An object's metadata. */
interface StoredObject {
  readonly sha256: string | null;
}

/** The bucket operations that the store uses. */
export interface Bucket {
  /** Returns an object's metadata, or null if there is no such object. */
  readonly head: (key: string) => Promise<StoredObject | null>;
  /** Uploads a local file under a key, in parts if it is large. The object appears only when the upload is complete. */
  readonly put: (key: string, path: string, more: { readonly type: string; readonly sha256?: string }) => Promise<void>;
  /** Returns a URL that downloads the object under a file name, for anyone who has the URL. Valid for a minute. */
  readonly address: (key: string, fileName: string) => Promise<string>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");

// The SDK is large and slow to load. Stores without a bucket never load it.
const loadSdk = () =>
  Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/lib-storage"), import("@aws-sdk/s3-request-presigner")]);

/** The minimum size of a part of a large file, in bytes, and the maximum number of parts that a bucket accepts. */
const PART = 16 * 1_048_576;
const MOST_PARTS = 10_000;

/** The number of parts to upload at once. */
const AT_ONCE = 3;

const connect = async ({ region, endpoint, keys }: S3Settings) => {
  const [sdk, { Upload }, { getSignedUrl }] = await loadSdk();
  const client = new sdk.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // S3-compatible services don't support Amazon's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { ...sdk, client, Upload, getSignedUrl };
};

/** Creates a bucket client. It connects on first use. */
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
      const { client, Upload } = await open();
      const { size } = await stat(path);
      // Send a large file in parts, so that failed parts can be resent and objects can be larger than 5 GB.
      const upload = new Upload({
        client,
        partSize: Math.max(PART, Math.ceil(size / MOST_PARTS)),
        queueSize: AT_ONCE,
        params: {
          Bucket: bucket,
          Key,
          Body: createReadStream(path),
          ContentType: type,
          ...(sha256 === undefined ? {} : { Metadata: { sha256 } }),
        },
      });
      await upload.done();
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
