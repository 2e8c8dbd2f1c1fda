// Prints the API document. Usage: node print-api-document.ts [ORIGIN]
import { apiDocument } from "../src/document/api-document.ts";

process.stdout.write(JSON.stringify(apiDocument(process.argv[2] ?? "https://shop.example")));
