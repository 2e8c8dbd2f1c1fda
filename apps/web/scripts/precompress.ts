import { glob, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// Hashed assets never change, so compress them once at the highest level.
const root = new URL("../build/client/", import.meta.url);
for await (const name of glob("**/*.{js,css,svg,json,txt,webmanifest}", { cwd: root })) {
  const raw = await readFile(new URL(name, root));
  if (raw.length < 1_024) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(raw, { params }),
    promisify(gzip)(raw, { level: 9 }),
  ]);
  await writeFile(new URL(`${name}.br`, root), brotli);
  await writeFile(new URL(`${name}.gz`, root), zipped);
}
