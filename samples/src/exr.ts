import { DataTexture, FloatType, HalfFloatType, RGBAFormat } from "three";
import { EXRExporter, PIZ_COMPRESSION } from "three/addons/exporters/EXRExporter.js";
import type { LinearFrame } from "./scenes/frame.ts";

/** Encodes a picture as OpenEXR: half float, linear light, premultiplied alpha, lossless compression. */
export const exrOf = ({ width, height, rgba }: LinearFrame): Promise<Uint8Array> => {
  // In a texture, the first row is the bottom row.
  const upwards = new Float32Array(rgba.length);
  const row = width * 4;
  for (let y = 0; y < height; y += 1) upwards.set(rgba.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
  const texture = new DataTexture(upwards, width, height, RGBAFormat, FloatType);
  return new EXRExporter().parse(texture, { type: HalfFloatType, compression: PIZ_COMPRESSION });
};
