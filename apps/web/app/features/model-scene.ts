import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  NeutralToneMapping,
  PMREMGenerator,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

/** A model on a canvas: it can be turned, drawn at another size, and put away. */
export interface ShownModel {
  /** Turns it by angles in radians: around, and toward the eye. */
  readonly turn: (around: number, over: number) => void;
  readonly resize: (width: number, height: number) => void;
  readonly close: () => void;
}

/** How far a model leans toward the eye or away from it at most, in radians. */
const MOST_OVER = 1.2;

/** Shows a glTF file on a canvas. Rejects where the browser draws no WebGL or the file can't be read. */
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
  const middle = new Box3().setFromObject(model).getCenter(new Vector3());
  model.position.sub(middle);
  const stand = new Group();
  stand.add(model);
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
