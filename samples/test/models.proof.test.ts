import { NodeIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { mapsOf, meshOf } from "../src/models/bake.ts";
import { glbOf } from "../src/models/glb.ts";
import { type ModelName, SURFACES } from "../src/models/surface.ts";
import { drawModel } from "@backlot/adapters-media/drawing/turntable";

const names = Object.keys(SURFACES) as readonly ModelName[];

const vector = (from: Float32Array, i: number): readonly [number, number, number] => [
  from[i * 3] ?? 0,
  from[i * 3 + 1] ?? 0,
  from[i * 3 + 2] ?? 0,
];

describe("the models", () => {
  it.each(names)("CAT-03 %s is closed, about two units large, and looks outwards", (name) => {
    const { positions, normals, corners } = meshOf(SURFACES[name](), 0.5);
    let volume = 0;
    let agreeing = 0;
    for (let f = 0; f < corners.length; f += 3) {
      const [ia, ib, ic] = [corners[f] ?? 0, corners[f + 1] ?? 0, corners[f + 2] ?? 0];
      const [a, b, c] = [vector(positions, ia), vector(positions, ib), vector(positions, ic)];
      const face = [
        (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]),
        (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]),
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]),
      ] as const;
      // The volume of a closed mesh is the sum of the signed tetrahedra of its faces.
      volume += (a[0] * face[0] + a[1] * face[1] + a[2] * face[2]) / 6;
      const n = vector(normals, ia);
      if (n[0] * face[0] + n[1] * face[1] + n[2] * face[2] >= 0) agreeing += 3;
    }
    expect(volume).toBeGreaterThan(0.5);
    expect(volume).toBeLessThan(8);
    expect(agreeing / corners.length).toBeGreaterThan(0.95);
    const reach = Math.max(...positions.map(Math.abs));
    expect(reach).toBeGreaterThan(0.6);
    expect(reach).toBeLessThan(2);
  });

  it.each(names)("CAT-03 %s is a scene with one material by metal and roughness", async (name) => {
    const surface = SURFACES[name]();
    const mesh = meshOf(surface, 0.3);
    const scene = await new NodeIO().readBinary(await glbOf(name, mesh, mapsOf(surface, 64), 90));
    const root = scene.getRoot();
    const [material] = root.listMaterials();
    expect([root.listScenes(), root.getDefaultScene()]).toEqual([[expect.anything()], root.listScenes()[0]]);
    expect(root.listTextures().map((each) => each.getSize())).toEqual([
      [64, 64],
      [64, 64],
      [64, 64],
    ]);
    expect(material?.getOcclusionTexture()).toBe(material?.getMetallicRoughnessTexture());
    expect(root.listMeshes()[0]?.listPrimitives()[0]?.getIndices()?.getCount()).toBe(mesh.corners.length);
  });

  it("CAT-03 turn round once: a whole turn shows what none does", () => {
    const surface = SURFACES["rusted-oil-drum"]();
    const [mesh, maps] = [meshOf(surface, 0.4), mapsOf(surface, 128)];
    const at = (turn: number) => drawModel(mesh, [maps], turn, { width: 96, height: 54 }).pixels;
    expect(at(1)).toEqual(at(0));
    expect(at(0.3)).not.toEqual(at(0));
  });
});
