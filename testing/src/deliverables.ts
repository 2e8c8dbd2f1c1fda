import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Document, NodeIO } from "@gltf-transform/core";
import { type Zippable, zipSync } from "fflate";
import sharp from "sharp";

const run = promisify(execFile);

/** The frames of a made-up sequence. */
const MADE_FRAMES = 6;

/** The size of a made-up frame in pixels, and of what is drawn and then enlarged. */
const SIZE = { width: 640, height: 360 };
const DRAWN = "160x90";

/** The parts of a burning ball that ffmpeg draws, from 0 to 1, by the pixel and the frame. */
const ball = (seed: number): string => {
  const x = `(W/2+W/8*sin(N/3+${seed}))`;
  return `exp(-(pow(X-${x},2)+pow(Y-H/2,2))/pow(H/${4 + (seed % 3)},2))`;
};

/** How a made-up picture looks: its pixel format, and its channels in terms of the ball. */
interface Look {
  readonly pixels: string;
  readonly full: number;
  readonly alpha: "straight" | "premultiplied" | "light" | "none";
  readonly scale?: number;
}

/** Returns ffmpeg's arguments that draw a look. */
const drawn = ({ pixels, full, alpha, scale = 1 }: Look, seed: number): readonly string[] => {
  const { width, height } = SIZE;
  const part = ball(seed);
  // A straight color stands at its full strength, wherever there is any of it.
  const lit = alpha === "straight" ? `${full}*(0.6+0.4*gt(${part},0.3))` : `${full}*${part}`;
  const channel = { straight: `${full}*${part}`, premultiplied: `${full}*${part}`, light: "0", none: String(full) }[
    alpha
  ];
  const color = `geq=r='${lit}':g='0.5*(${lit})':b='0.1*(${lit})':a='${channel}'`;
  const base = full === 255 ? "rgba" : "rgba64le";
  const source = `color=black:s=${DRAWN}:r=24:d=${MADE_FRAMES / 24},format=${base}`;
  const enlarged = `scale=${width * scale}:${height * scale}:flags=bilinear`;
  const graph = `${source},${color},${enlarged},format=${pixels}`;
  return ["-f", "lavfi", "-i", graph, "-frames:v", String(MADE_FRAMES)];
};

const ffmpeg = async (path: string, look: Look, seed: number, args: readonly string[]): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await run("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...drawn(look, seed), ...args, path]);
};

const EIGHT = { pixels: "rgba", full: 255, alpha: "straight" } as const;
const SIXTEEN = { pixels: "rgba64be", full: 65_535, alpha: "straight" } as const;
const OPAQUE = { pixels: "rgb24", full: 255, alpha: "none" } as const;
const FLOAT = { pixels: "gbrapf32le", full: 65_535, alpha: "premultiplied" } as const;

/** Returns a binary glTF of a pyramid in some unit, with a map of a size in pixels, or without one. */
export const pyramid = async (seed: number, side: number | null, unit = 1): Promise<Uint8Array> => {
  const document = new Document();
  const buffer = document.createBuffer();
  const corners = [
    [-1, 0, -1],
    [1, 0, -1],
    [1, 0, 1],
    [-1, 0, 1],
    [0, 1.4, 0],
  ].map((point) => point.map((value) => value * unit));
  const faces = [
    [0, 4, 1],
    [1, 4, 2],
    [2, 4, 3],
    [3, 4, 0],
    [0, 1, 2],
    [0, 2, 3],
  ];
  const positions = document
    .createAccessor()
    .setType("VEC3")
    .setArray(Float32Array.from(corners.flat()))
    .setBuffer(buffer);
  const uvs = document
    .createAccessor()
    .setType("VEC2")
    .setArray(Float32Array.from([0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0.5]))
    .setBuffer(buffer);
  const indices = document
    .createAccessor()
    .setType("SCALAR")
    .setArray(Uint16Array.from(faces.flat()))
    .setBuffer(buffer);
  const material = document.createMaterial("stone").setRoughnessFactor(0.8).setMetallicFactor(0);
  if (side === null) material.setBaseColorFactor([0.6, 0.3 + (seed % 5) / 10, 0.2, 1]);
  else {
    const noise = { type: "gaussian", mean: 120 + seed, sigma: 40 } as const;
    const map = sharp({ create: { width: side, height: side, channels: 3, background: "gray", noise } });
    material.setBaseColorTexture(
      document
        .createTexture("color")
        .setMimeType("image/png")
        .setImage(new Uint8Array(await map.png().toBuffer())),
    );
  }
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", positions)
    .setAttribute("TEXCOORD_0", uvs)
    .setIndices(indices)
    .setMaterial(material);
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  return new NodeIO().writeBinary(document);
};

/** Writes a ZIP, and removes the folder whose files it has. */
const zipped = async (folder: string, root: string): Promise<void> => {
  const files: Zippable = {};
  for (const name of (await readdir(folder)).sort())
    files[`${root}/${name}`] = [new Uint8Array(await readFile(join(folder, name))), { level: 0 }];
  await writeFile(`${folder}.zip`, zipSync(files));
  await rm(folder, { recursive: true });
};

type Maker = (path: (name: string) => string, name: string, seed: number) => Promise<void>;

/** The kinds of made-up deliverables. Each writes files of a name into a folder. */
const KINDS: Readonly<Record<string, readonly [folder: string, make: Maker]>> = {
  png: ["Fire", (path, name, seed) => ffmpeg(path(`${name}/${name}.%04d.png`), EIGHT, seed, [])],
  png16: ["Fire", (path, name, seed) => ffmpeg(path(`${name}_16bit/${name}.%04d.png`), SIXTEEN, seed, [])],
  "png-opaque": ["Plates", (path, name, seed) => ffmpeg(path(`${name}_png/frame_%03d.png`), OPAQUE, seed, [])],
  "png-premultiplied": [
    "Smoke",
    (path, name, seed) => ffmpeg(path(`${name}/${name}.%04d.png`), { ...EIGHT, alpha: "premultiplied" }, seed, []),
  ],
  exr: ["Fire", (path, name, seed) => ffmpeg(path(`${name}/EXR/${name}.%04d.exr`), FLOAT, seed, ["-format", "half"])],
  "exr-light": [
    "Explosions",
    (path, name, seed) => ffmpeg(path(`${name}_exr/${name}.%04d.exr`), { ...FLOAT, alpha: "light" }, seed, []),
  ],
  "exr-opaque": [
    "Plates",
    (path, name, seed) =>
      ffmpeg(path(`${name}/${name}.%04d.exr`), { ...FLOAT, pixels: "gbrpf32le", alpha: "none" }, seed, [
        ...["-compression", "zip16", "-format", "half"],
      ]),
  ],
  tif: ["Smoke", (path, name, seed) => ffmpeg(path(`${name}/${name}_%04d.tif`), EIGHT, seed, [])],
  tiff16: [
    "Debris",
    (path, name, seed) =>
      ffmpeg(path(`${name}/${name}_%04d.tiff`), { ...SIXTEEN, pixels: "rgb48le", alpha: "none" }, seed, []),
  ],
  prores4444: [
    "Explosions",
    (path, name, seed) =>
      ffmpeg(path(`${name}_prores4444.mov`), { ...SIXTEEN, pixels: "yuva444p10le" }, seed, [
        ...["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"],
      ]),
  ],
  prores422: [
    "Plates",
    (path, name, seed) =>
      ffmpeg(path(`${name}_HQ.mov`), { ...SIXTEEN, pixels: "yuv422p10le", alpha: "none" }, seed, [
        ...["-c:v", "prores_ks", "-profile:v", "hq", "-pix_fmt", "yuv422p10le"],
      ]),
  ],
  mp4: [
    "Plates",
    (path, name, seed) => ffmpeg(path(`${name}.mp4`), { ...OPAQUE, pixels: "yuv420p" }, seed, ["-c:v", "libx264"]),
  ],
  webm: [
    "Magic",
    (path, name, seed) =>
      ffmpeg(path(`${name}_alpha.webm`), { ...EIGHT, pixels: "yuva420p" }, seed, [
        ...["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0"],
      ]),
  ],
  "webm-opaque": [
    "Magic",
    (path, name, seed) => ffmpeg(path(`${name}.webm`), { ...OPAQUE, pixels: "yuv420p" }, seed, ["-c:v", "libvpx-vp9"]),
  ],
  "zip-png": [
    "Smoke",
    async (path, name, seed) => {
      await ffmpeg(path(`${name}/${name}.%04d.png`), EIGHT, seed, []);
      await zipped(path(name), name);
    },
  ],
  "zip-exr": [
    "Smoke",
    async (path, name, seed) => {
      await ffmpeg(path(`${name}/${name}.%04d.exr`), FLOAT, seed, ["-compression", "zip16"]);
      await zipped(path(name), name);
    },
  ],
  "two-sizes": [
    "Fire",
    async (path, name, seed) => {
      await ffmpeg(path(`${name}/${name}_hd/${name}.%04d.png`), EIGHT, seed, []);
      await ffmpeg(path(`${name}/${name}_4k/${name}.%04d.png`), { ...EIGHT, scale: 6 }, seed, []);
    },
  ],
  glb: ["3D Assets/Props", async (path, name, seed) => writeFile(path(`${name}.glb`), await pyramid(seed, 2_048, 100))],
  "glb-usdz": [
    "3D Assets/Props",
    async (path, name, seed) => {
      await writeFile(path(`${name}.glb`), await pyramid(seed, null, 0.01));
      const stage = new TextEncoder().encode('#usda 1.0\ndef Xform "Prop" {}\n');
      await writeFile(path(`${name}.usdz`), zipSync({ "prop.usda": [stage, { level: 0 }] }));
    },
  ],
  "zip-glb": [
    "3D Assets/Props",
    async (path, name, seed) => {
      await mkdir(path(name));
      await writeFile(path(`${name}/${name}.glb`), await pyramid(seed, 1_024));
      await writeFile(
        path(`${name}/${name}_color.png`),
        await sharp({
          create: { width: 64, height: 64, channels: 3, background: "gray" },
        })
          .png()
          .toBuffer(),
      );
      await zipped(path(name), name);
    },
  ],
};

/** The names of the kinds of made-up deliverables, in the order in which they are made. */
export const DELIVERABLE_KINDS: readonly string[] = Object.keys(KINDS);

/** The spreadsheet of made-up deliverables: prices by category, and two rows of their own. */
const SPREADSHEET = [
  "collection,access,membership_tier,credit_price,price_usd,price_4k_usd,library,fps",
  "*,premium,,6,24,36,,",
  "Magic/*,essentials,gold,,18.50,,,",
  "Plates/*,free,,,,,practice,30",
].join("\n");

/** Writes a number of made-up deliverables of all kinds into a folder, with a spreadsheet. */
export const makeDeliverables = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "prices.csv"), `${SPREADSHEET}\n`);
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const work = async (): Promise<void> => {
    for (const n of numbers) {
      const kind = DELIVERABLE_KINDS[n % DELIVERABLE_KINDS.length] ?? "";
      const [category = "", make] = KINDS[kind] ?? [];
      await mkdir(join(folder, category), { recursive: true });
      await make?.((name) => join(folder, category, name), `${kind.replaceAll("-", "_")}_take_${n}`, n);
    }
  };
  await Promise.all([work(), work()]);
};
