// Generates a client with @hey-api/openapi-ts. Usage: node hey-api.mjs DOCUMENT FOLDER.
import { createClient } from "@hey-api/openapi-ts";

const [, , input, output] = process.argv;
await createClient({ input, output, plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"] });
