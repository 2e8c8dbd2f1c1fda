import { readFile, writeFile } from "node:fs/promises";
import type { ModelFacts } from "@backlot/domain/catalog/media-facts";
import { type Document, type Material, NodeIO, Primitive } from "@gltf-transform/core";
import { ALL_EXTENSIONS, EXTMeshoptCompression } from "@gltf-transform/extensions";
import { MeshoptDecoder } from "meshoptimizer";
import sharp from "sharp";
import { UnreadableMedia } from "./tools.ts";

/** A triangle mesh to draw: three numbers per position and normal, two per UV coordinate, three indices per face. */
export interface DrawnMesh {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
  readonly corners: Uint32Array<ArrayBuffer>;
  /** For each face, the index of its maps. */
  readonly parts: Uint16Array<ArrayBuffer>;
}

/** A material's maps, three bytes per pixel: color, normal, and a map of occlusion, roughness, and metalness. */
export interface DrawnMaps {
  readonly side: number;
  readonly color: Buffer;
  readonly normal: Buffer;
  readonly orm: Buffer;
}

/** A model: its facts, its drawable mesh and maps, and its glTF. */
export interface OpenModel {
  readonly facts: ModelFacts;
  readonly mesh: DrawnMesh;
  readonly maps: readonly DrawnMaps[];
  readonly document: Document;
}

const reader = async (): Promise<NodeIO> => {
  await MeshoptDecoder.ready;
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({ "meshopt.decoder": MeshoptDecoder });
};

/** The side length of the maps for drawing a model, and of those on its page, in pixels. */
const DRAWN_SIDE = 1_024;
const SHOWN_SIDE = 1_024;

/** The distance of a drawn model's farthest point from its middle, in the units of its drawing. */
const RADIUS = 1.05;

const byte = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 255);

/** Returns an image as square raw pixels, or null if there is no image. */
const rawOf = async (image: Uint8Array | null | undefined): Promise<Buffer | null> =>
  image
    ? sharp(image)
        .resize(DRAWN_SIDE, DRAWN_SIDE, { fit: "fill" })
        .removeAlpha()
        .toColourspace("srgb")
        .raw()
        .toBuffer()
        .catch((): never => {
          throw new UnreadableMedia("has a texture that can't be read. Use PNG, JPEG, or WebP");
        })
    : null;

/** Multiplies the three channels of an image, or of white if there is no image, by factors. */
const tinted = (image: Buffer | null, factors: readonly number[], side: number): Buffer => {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (image?.[at] ?? 255) * (factors[at % 3] ?? 1);
  return pixels;
};

/** Adds two images, up to white. */
const added = (one: Buffer, other: Buffer): Buffer =>
  one.map((value, at) => Math.min(255, value + (other[at] ?? 0))) as Buffer;

/** The exponent of a display's gamma curve, which encodes color factors. */
const GAMMA = 1 / 2.2;

const mapsOf = async (material: Material | null): Promise<DrawnMaps> => {
  const color = await rawOf(material?.getBaseColorTexture()?.getImage());
  const surface = await rawOf(material?.getMetallicRoughnessTexture()?.getImage());
  const glow = await rawOf(material?.getEmissiveTexture()?.getImage());
  const side = color === null && surface === null && glow === null ? 1 : DRAWN_SIDE;
  const glowing = (material?.getEmissiveFactor() ?? [0, 0, 0]).map((part) => part ** GAMMA);
  const factors = (material?.getBaseColorFactor() ?? [0.8, 0.8, 0.8]).slice(0, 3).map((part) => part ** GAMMA);
  return {
    side,
    // The drawing has no emissive light, so draw glow as color.
    color: added(tinted(color, factors, side), tinted(glow, glowing, side)),
    normal: Buffer.alloc(side * side * 3, byte(0.5)),
    orm: tinted(
      surface === null ? null : withOpenSky(surface),
      [1, material?.getRoughnessFactor() ?? 1, material?.getMetallicFactor() ?? 0],
      side,
    ),
  };
};

/** Returns a surface map without occlusion, because glTF has a separate map for occlusion. */
const withOpenSky = (surface: Buffer): Buffer => {
  const open = Buffer.from(surface);
  for (let at = 0; at < open.length; at += 3) open[at] = 255;
  return open;
};

type Matrix = readonly number[];

/** Transforms a point by a matrix in columns, or a direction if `w` is 0. */
const transformed = (m: Matrix, [x, y, z]: readonly [number, number, number], w: 0 | 1): [number, number, number] => {
  const row = (n: number): number => (m[n] ?? 0) * x + (m[n + 4] ?? 0) * y + (m[n + 8] ?? 0) * z + (m[n + 12] ?? 0) * w;
  return [row(0), row(1), row(2)];
};

/** A mesh that grows part by part. */
interface GrowingMesh {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
  readonly corners: number[];
  readonly parts: number[];
}

const element = (array: ArrayLike<number> | null | undefined, at: number): [number, number, number] => [
  array?.[at] ?? 0,
  array?.[at + 1] ?? 0,
  array?.[at + 2] ?? 0,
];

/** The modes of primitives that are made of triangles. */
const TRIANGLES: ReadonlySet<number | undefined> = new Set([
  Primitive.Mode.TRIANGLES,
  Primitive.Mode.TRIANGLE_STRIP,
  Primitive.Mode.TRIANGLE_FAN,
]);

/** Returns the corners of a primitive as three per triangle, whether they are a list, a strip, or a fan. */
const cornersOf = (mode: number, indices: ArrayLike<number>): readonly number[] => {
  const at = (n: number): number => indices[n] ?? 0;
  if (mode === Primitive.Mode.TRIANGLES) return Array.from(indices);
  return Array.from({ length: Math.max(0, indices.length - 2) }, (_, n) => {
    if (mode === Primitive.Mode.TRIANGLE_FAN) return [at(0), at(n + 1), at(n + 2)];
    // Every other triangle of a strip has the opposite winding.
    return n % 2 === 0 ? [at(n), at(n + 1), at(n + 2)] : [at(n + 1), at(n), at(n + 2)];
  }).flat();
};

/** Adds the triangles of a primitive. If it has no normals, uses its faces' normals. */
const addPrimitive = (mesh: GrowingMesh, primitive: Primitive, matrix: Matrix, part: number): void => {
  const numbers = (name: string): Float32Array | null => {
    const accessor = primitive.getAttribute(name);
    if (accessor === null) return null;
    const size = accessor.getElementSize();
    const read = new Float32Array(accessor.getCount() * size);
    const one: number[] = [];
    for (let n = 0; n < accessor.getCount(); n += 1) read.set(accessor.getElement(n, one).slice(0, size), n * size);
    return read;
  };
  const positions = numbers("POSITION");
  if (positions === null) return;
  const normals = numbers("NORMAL");
  const uvs = numbers("TEXCOORD_0");
  const count = positions.length / 3;
  const given = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: count }, (_, n) => n);
  const indices = cornersOf(primitive.getMode(), given);
  if (indices.some((index) => index >= count))
    throw new UnreadableMedia("is a GLB with faces that use missing vertices");
  if (positions.some((value) => !Number.isFinite(value)))
    throw new UnreadableMedia("is a GLB with vertices without valid positions");
  for (let face = 0; face + 2 < indices.length; face += 3) {
    const corners = [indices[face] ?? 0, indices[face + 1] ?? 0, indices[face + 2] ?? 0];
    const [a, b, c] = corners.map((n) => transformed(matrix, element(positions, n * 3), 1));
    if (a === undefined || b === undefined || c === undefined) continue;
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const flat = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    for (const [n, point] of [a, b, c].entries()) {
      const at = corners[n] ?? 0;
      const normal = normals === null ? flat : transformed(matrix, element(normals, at * 3), 0);
      const length = Math.hypot(...normal) || 1;
      mesh.corners.push(mesh.corners.length);
      mesh.positions.push(...point);
      mesh.normals.push(normal[0] / length, normal[1] / length, normal[2] / length);
      mesh.uvs.push(uvs?.[at * 2] ?? 0, uvs?.[at * 2 + 1] ?? 0);
    }
    mesh.parts.push(part);
  }
};

/** Centers the model in its drawing and scales it to fit, whatever its units are. */
const inTheMiddle = (positions: readonly number[]): Float32Array<ArrayBuffer> => {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const [n, value] of positions.entries()) {
    low[n % 3] = Math.min(low[n % 3] ?? 0, value);
    high[n % 3] = Math.max(high[n % 3] ?? 0, value);
  }
  const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2);
  const placed = positions.map((value, n) => value - (middle[n % 3] ?? 0));
  let farthest = 0;
  for (let n = 0; n < placed.length; n += 3)
    farthest = Math.max(farthest, Math.hypot(placed[n] ?? 0, placed[n + 1] ?? 0, placed[n + 2] ?? 0));
  return Float32Array.from(placed, (value) => (value / (farthest || 1)) * RADIUS);
};

/** Returns the size of the largest texture in pixels, or null if there are no textures. */
const largestMap = (document: Document): ModelFacts["map"] => {
  const sizes = document
    .getRoot()
    .listTextures()
    .map((texture) => texture.getSize());
  const [width = 0, height = 0] =
    sizes.reduce((best, size) => ((size?.[0] ?? 0) > (best?.[0] ?? 0) ? size : best), null) ?? [];
  return width > 0 && height > 0 ? { width, height } : null;
};

/** Reads a binary glTF. Rejects if it is broken, has no triangles, or is compressed in a way that can't be read. */
export const openModel = async (path: string): Promise<OpenModel> => {
  const io = await reader();
  const document = await io.readBinary(new Uint8Array(await readFile(path))).catch((error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableMedia(`is a GLB that can't be read: ${reason.replace(/\.+$/, "")}`);
  });
  const root = document.getRoot();
  const mesh: GrowingMesh = { positions: [], normals: [], uvs: [], corners: [], parts: [] };
  const materials = root.listMaterials();
  const maps = await Promise.all([null, ...materials].map(mapsOf));
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  scene?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (!TRIANGLES.has(primitive.getMode())) continue;
      const material = primitive.getMaterial();
      const part = material === null ? 0 : materials.indexOf(material) + 1;
      addPrimitive(mesh, primitive, node.getWorldMatrix(), part);
    }
  });
  const triangles = mesh.corners.length / 3;
  if (triangles === 0) throw new UnreadableMedia("is a GLB without triangles");
  return {
    facts: {
      ...{ _tag: "model", format: "GLB", tag: "glb" },
      ...{ triangles, materials: materials.length, map: largestMap(document) },
    },
    mesh: {
      positions: inTheMiddle(mesh.positions),
      normals: Float32Array.from(mesh.normals),
      uvs: Float32Array.from(mesh.uvs),
      corners: Uint32Array.from(mesh.corners),
      parts: Uint16Array.from(mesh.parts),
    },
    maps,
    document,
  };
};

/** Writes a copy of the model with smaller maps, to show on its page. */
export const writeShownModel = async ({ document }: OpenModel, path: string): Promise<void> => {
  const root = document.getRoot();
  for (const texture of root.listTextures()) {
    const image = texture.getImage();
    if (image === null || texture.getMimeType() === "image/ktx2") continue;
    const small = sharp(image).resize(SHOWN_SIDE, SHOWN_SIDE, { fit: "inside", withoutEnlargement: true });
    const { hasAlpha } = await sharp(image).metadata();
    const bytes = await (hasAlpha ? small.png() : small.jpeg({ quality: 82, mozjpeg: true })).toBuffer();
    texture.setImage(new Uint8Array(bytes)).setMimeType(hasAlpha ? "image/png" : "image/jpeg");
  }
  // The page's viewer doesn't read compressed geometry.
  for (const extension of root.listExtensionsUsed())
    if (extension.extensionName === EXTMeshoptCompression.EXTENSION_NAME) extension.dispose();
  root.setDefaultScene(root.getDefaultScene() ?? root.listScenes()[0] ?? null);
  await writeFile(path, await (await reader()).writeBinary(document));
};
