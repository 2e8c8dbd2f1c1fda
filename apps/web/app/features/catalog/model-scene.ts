import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  NeutralToneMapping,
  PMREMGenerator,
  PerspectiveCamera,
  Mesh,
  type Object3D,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

/** A 3D model on a canvas. */
export interface ShownModel {
  /** Rotates the model by angles in radians: around its axis, and toward the viewer. */
  readonly turn: (around: number, over: number) => void;
  readonly resize: (width: number, height: number) => void;
  readonly close: () => void;
}

/** The maximum tilt toward or away from the viewer, in radians. */
const MOST_OVER = 1.2;

/** The distance of a shown model's farthest point from its middle, in units of the scene. */
const SHOWN_RADIUS = 1.12;

/** Returns the distance of an object's farthest point from a center. */
const reachOf = (object: Object3D, center: Vector3): number => {
  const point = new Vector3();
  let farthest = 0;
  object.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { position } = node.geometry.attributes;
    for (let n = 0; n < (position?.count ?? 0); n += 1)
      farthest = Math.max(farthest, node.getVertexPosition(n, point).applyMatrix4(node.matrixWorld).distanceTo(center));
  });
  return farthest;
};

/** Shows a glTF file on a canvas. Rejects if the browser has no WebGL or the file cannot be read. */
export const showModel = async (canvas: HTMLCanvasElement, url: string): Promise<ShownModel> => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const camera = new PerspectiveCamera(32, 16 / 9, 0.1, 20);
  camera.position.set(0, 0.5, 4.3);
  camera.lookAt(0, 0, 0);
  const room = new PMREMGenerator(renderer);
  scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environmentIntensity = 0.5;
  const key = new DirectionalLight(0xfff4e2, 2.4);
  key.position.set(-2, 3, 2.4);
  scene.add(key, new AmbientLight(0xffffff, 0.15));
  const { scene: model } = await new GLTFLoader().loadAsync(url);
  // Models come in any unit: show each at the same size, around its middle.
  const center = new Box3().setFromObject(model).getCenter(new Vector3());
  const radius = reachOf(model, center);
  model.position.sub(center);
  const stand = new Group();
  stand.add(model);
  stand.scale.setScalar(SHOWN_RADIUS / (radius || 1));
  scene.add(stand);
  const draw = (): void => renderer.render(scene, camera);
  return {
    turn: (around, over) => {
      stand.rotation.y += around;
      stand.rotation.x = Math.max(-MOST_OVER, Math.min(MOST_OVER, stand.rotation.x + over));
      draw();
    },
    resize: (width, height) => {
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      draw();
    },
    close: () => {
      room.dispose();
      renderer.dispose();
    },
  };
};
