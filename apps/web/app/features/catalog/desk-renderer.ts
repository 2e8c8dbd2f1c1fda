import { BLENDS, type DeskSettings, writePlacement } from "./desk-settings.ts";

/** A drawable source: the shopper's own picture or clip, or the element's preview. */
export type Drawable = HTMLImageElement | HTMLVideoElement;

/** Draws an element over a shot. */
interface DeskRenderer {
  /** Draws one frame with one draw call. Without a shot, draws the element over gray. */
  readonly draw: (shot: Drawable | null, element: HTMLVideoElement, settings: DeskSettings, shows: boolean) => void;
  readonly close: () => void;
}

// One triangle that covers the canvas.
const VERTEX = `#version 300 es
out vec2 place;
void main() {
  place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(place, 0.0, 1.0);
}`;

// Blend in linear light. Only "screen" works on display values, as in every compositor.
const FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
uniform sampler2D shot;
uniform sampler2D element;
uniform mat3 toElement;
uniform bool hasShot;
uniform bool shows;
uniform int blend;
uniform float gain;
uniform float saturation;
out vec4 color;
vec3 toLinear(vec3 shown) {
  return mix(shown / 12.92, pow((shown + 0.055) / 1.055, vec3(2.4)), step(0.04045, shown));
}
vec3 toShown(vec3 light) {
  vec3 kept = clamp(light, 0.0, 1.0);
  return mix(kept * 12.92, 1.055 * pow(kept, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, kept));
}
void main() {
  vec3 below = hasShot ? toLinear(texture(shot, vec2(place.x, -place.y) * 0.5 + 0.5).rgb) : vec3(0.18);
  vec2 at = (toElement * vec3(place, 1.0)).xy;
  bool isInside = all(greaterThanEqual(at, vec2(0.0))) && all(lessThanEqual(at, vec2(1.0)));
  vec4 above = shows && isInside ? texture(element, at) : vec4(0.0);
  vec3 light = above.a > 0.0 ? toLinear(above.rgb / above.a) : vec3(0.0);
  float luminance = dot(light, vec3(0.2126, 0.7152, 0.0722));
  light = max(mix(vec3(luminance), light, saturation), 0.0) * gain * above.a;
  vec3 result = blend == 1
    ? 1.0 - (1.0 - toShown(below)) * (1.0 - toShown(light))
    : toShown(light + below * (blend == 0 ? 1.0 - above.a : 1.0));
  color = vec4(result, 1.0);
}`;

const compile = (gl: WebGL2RenderingContext): WebGLProgram | null => {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
};

/** Returns the width of a drawable, in pixels; 0 until it has loaded. */
export const widthOf = (source: Drawable): number =>
  source instanceof HTMLVideoElement ? source.videoWidth : source.naturalWidth;

/** Returns the height of a drawable, in pixels; 0 until it has loaded. */
export const heightOf = (source: Drawable): number =>
  source instanceof HTMLVideoElement ? source.videoHeight : source.naturalHeight;

/** A texture, and the last source copied into it. */
interface Layer {
  readonly unit: number;
  texture: WebGLTexture | null;
  source: Drawable | null;
  width: number;
  height: number;
}

const newLayer = (unit: number): Layer => ({ unit, texture: null, source: null, width: 0, height: 0 });

/** Returns a renderer for a canvas, or null if the browser has no WebGL 2. */
export const openDesk = (canvas: HTMLCanvasElement): DeskRenderer | null => {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false });
  const program = gl === null ? null : compile(gl);
  if (gl === null || program === null) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a hook
  gl.useProgram(program);
  const at = (name: string) => gl.getUniformLocation(program, name);
  const toElementAt = at("toElement");
  const hasShotAt = at("hasShot");
  const showsAt = at("shows");
  const blendAt = at("blend");
  const gainAt = at("gain");
  const saturationAt = at("saturation");
  gl.uniform1i(at("shot"), 0);
  gl.uniform1i(at("element"), 1);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  const matrix = new Float32Array(9);
  const shotLayer = newLayer(0);
  const elementLayer = newLayer(1);

  /** Copies a source into its texture, if it has changed. Recreates the texture only if the size changes. */
  const copy = (layer: Layer, source: Drawable): boolean => {
    const isVideo = source instanceof HTMLVideoElement;
    const width = widthOf(source);
    const height = heightOf(source);
    // When a loop restarts, a video has no frame for a moment. Keep showing the last one.
    if (width === 0 || height === 0 || (isVideo && source.readyState < source.HAVE_CURRENT_DATA))
      return layer.source === source;
    gl.activeTexture(gl.TEXTURE0 + layer.unit);
    if (layer.width !== width || layer.height !== height) {
      gl.deleteTexture(layer.texture);
      layer.texture = gl.createTexture();
      layer.width = width;
      layer.height = height;
      layer.source = null;
      gl.bindTexture(gl.TEXTURE_2D, layer.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
      for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
        gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    }
    if (isVideo || layer.source !== source) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, source);
    layer.source = source;
    return true;
  };

  return {
    draw: (shot, element, settings, shows) => {
      const hasShot = shot !== null && copy(shotLayer, shot);
      const hasElement = copy(elementLayer, element);
      writePlacement(
        matrix,
        settings,
        canvas.width / canvas.height,
        elementLayer.width / elementLayer.height || 16 / 9,
      );
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.uniformMatrix3fv(toElementAt, false, matrix);
      gl.uniform1i(hasShotAt, hasShot ? 1 : 0);
      gl.uniform1i(showsAt, shows && hasElement ? 1 : 0);
      gl.uniform1i(blendAt, BLENDS.indexOf(settings.blend));
      gl.uniform1f(gainAt, 2 ** settings.exposure);
      gl.uniform1f(saturationAt, settings.saturation);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    close: () => {
      for (const { texture } of [shotLayer, elementLayer]) gl.deleteTexture(texture);
      gl.deleteProgram(program);
    },
  };
};
