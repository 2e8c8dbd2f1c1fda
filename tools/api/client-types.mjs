// Writes the types of the client from the API document. Usage: node client-types.mjs DOCUMENT OUT.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const [, , from, to] = process.argv;
const document = JSON.parse(readFileSync(from, "utf8"));

// Editors show a type's text at each use, so leave out repeated texts and examples.
for (const operations of Object.values(document.paths))
  for (const operation of Object.values(operations)) {
    for (const parameter of operation.parameters) delete parameter.example;
    for (const body of Object.values(operation.requestBody?.content ?? {})) delete body.examples;
    for (const [status, reply] of Object.entries(operation.responses)) {
      if (status === "500" || status === "413") delete operation.responses[status];
      else reply.description = "";
    }
  }

const lines = [
  "// Written by `npm run release:packages` from the API document.",
  astToString(await openapiTS(document)),
];
writeFileSync(to, lines.join("\n"));
