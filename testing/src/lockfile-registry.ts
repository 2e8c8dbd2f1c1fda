import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./processes.ts";

const run = promisify(execFile);

/** A package in package-lock.json. */
interface Locked {
  readonly version: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Starts an npm registry on a free port that has what this checkout has installed, so that packages can be installed as
 * a stranger installs them without the network or npm's cache. Packages of other platforms have no file.
 */
export const startLockfileRegistry = async (): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const packed = await mkdtemp(join(tmpdir(), "backlot-registry-"));
  const folderOf = (name: string) => join(ROOT, "node_modules", name);
  const server: Server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1).split("?")[0] ?? "");
    const name = path.replace(/\/-\/.*$/, "");
    const locked = lock.packages[`node_modules/${name}`];
    if (locked === undefined) return void response.writeHead(404).end("{}");
    if (path !== name) {
      const { stdout } = await run("npm", ["pack", "--silent", "--ignore-scripts", folderOf(name)], { cwd: packed });
      return void response.end(await readFile(join(packed, stdout.trim())));
    }
    const manifest = existsSync(folderOf(name))
      ? JSON.parse(await readFile(join(folderOf(name), "package.json"), "utf8"))
      : { name, ...locked };
    const host = `http://${request.headers.host}`;
    const { version } = locked;
    const released = { ...manifest, scripts: {}, dist: { tarball: `${host}/${name}/-/file.tgz` } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: released } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
