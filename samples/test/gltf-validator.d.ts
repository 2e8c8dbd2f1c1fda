declare module "gltf-validator" {
  /** The report of the Khronos validator about a glTF file. */
  export interface Report {
    readonly issues: { readonly messages: readonly { readonly code: string; readonly message: string }[] };
    readonly info: { readonly totalTriangleCount: number; readonly materialCount: number };
  }
  export const validateBytes: (bytes: Uint8Array) => Promise<Report>;
}
