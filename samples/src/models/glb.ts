import { Document, NodeIO } from "@gltf-transform/core";
import sharp from "sharp";
import type { Maps, Mesh } from "@backlot/adapters-media/drawing/turntable";

/**
 * Encodes a mesh and its maps as binary glTF with one metallic-roughness material. `quality` is the JPEG quality of the
 * maps.
 */
export const glbOf = async (name: string, mesh: Mesh, maps: Maps, quality: number): Promise<Uint8Array> => {
  const document = new Document();
  const buffer = document.createBuffer();
  const picture = (bytes: Buffer): Promise<Buffer> =>
    sharp(bytes, { raw: { width: maps.side, height: maps.side, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: "4:4:4" })
      .toBuffer();
  const texture = async (what: string, bytes: Buffer) =>
    document
      .createTexture(`${name}_${what}`)
      .setMimeType("image/jpeg")
      .setImage(new Uint8Array(await picture(bytes)));
  const orm = await texture("orm", maps.orm);
  const material = document
    .createMaterial(name)
    .setBaseColorTexture(await texture("color", maps.color))
    .setNormalTexture(await texture("normal", maps.normal))
    .setMetallicRoughnessTexture(orm)
    .setOcclusionTexture(orm)
    .setMetallicFactor(1)
    .setRoughnessFactor(1);
  const numbers = (
    type: "VEC2" | "VEC3" | "VEC4" | "SCALAR",
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", numbers("VEC3", mesh.positions))
    .setAttribute("NORMAL", numbers("VEC3", mesh.normals))
    .setAttribute("TANGENT", numbers("VEC4", mesh.tangents))
    .setAttribute("TEXCOORD_0", numbers("VEC2", mesh.uvs))
    .setIndices(numbers("SCALAR", mesh.corners))
    .setMaterial(material);
  const node = document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene(name).addChild(node));
  return new NodeIO().writeBinary(document);
};
