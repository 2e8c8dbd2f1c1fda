import type { S3Settings } from "@backlot/adapters-files";
import { BadSetting } from "./bad-setting.ts";

/** The bucket of sold files, where one is named. */
export const s3In = (env: Readonly<Record<string, string | undefined>>): S3Settings | null => {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!bucket) {
    if (endpoint) throw new BadSetting("S3_ENDPOINT is set without S3_BUCKET: name the bucket for sold files.");
    return null;
  }
  if (endpoint && !URL.canParse(endpoint))
    throw new BadSetting(`S3_ENDPOINT is "${endpoint}": use an address such as https://s3.example.com.`);
  if (!id !== !secret) throw new BadSetting("Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY both, or neither.");
  return {
    bucket,
    region: env.S3_REGION || "us-east-1",
    endpoint: endpoint || null,
    keys: id && secret ? { id, secret } : null,
  };
};
